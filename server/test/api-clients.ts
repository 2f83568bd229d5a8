import { apiClient } from '@hufu/contract/federation/api-client'
import type { AnyCall } from '@hufu/contract/call'
import { callKey } from '@hufu/contract/federation/client-calls'
import { newId } from '../src/platform/database/ids.ts'
import { scopeName } from '../src/platform/access/clients.ts'
import type { TestServer } from './harness.ts'
import { basic, post } from './oidc.ts'

/** An API client with these calls, created by the calls of its page. */
export async function client(
  server: Pick<TestServer, 'admin' | 'address'>,
  calls: readonly AnyCall[],
  parts: Record<string, unknown> = {},
) {
  const name = `系统${newId().slice(-8)}`
  const made = await server.admin.call(apiClient.save, { body: { name, ...parts } })
  const api = new Map((await server.admin.call(apiClient.listApi)).map(item => [callKey(item as never), item.id]))
  const give = (grantedCalls: readonly AnyCall[]) =>
    server.admin.call(apiClient.saveApi, { body: { id: made.id, apiIds: grantedCalls.map(call => api.get(callKey(call))!) } })
  if (calls.length > 0) await give(calls)
  const { id, clientId, clientSecret } = made
  /** Requests a token from the token endpoint. */
  const askToken = (form: Record<string, string> = {}, secret = clientSecret) =>
    post(server, '/token', { grant_type: 'client_credentials', ...form }, basic(clientId, secret))
  return {
    id,
    name,
    clientId,
    clientSecret,
    give,
    askToken,
    headers: { 'x-client-id': clientId, 'x-client-secret': clientSecret },
    bearer: async (...scopes: AnyCall[]) => {
      const { body } = await askToken(scopes.length > 0 ? { scope: scopes.map(call => scopeName(callKey(call))).join(' ') } : {})
      return { authorization: `Bearer ${String(body.access_token)}` }
    },
  }
}
