import { app, appGroup } from '@hufu/contract/apps/app'
import { registration, type RegistrationTokenDraft } from '@hufu/contract/federation/registration'
import type { TestServer } from './harness.ts'
import { CALLBACK, issuerOf } from './oidc.ts'
import { configure } from './providers.ts'

type Fields = Record<string, unknown>
export interface Answered {
  status: number
  body: Fields
  headers: Headers
}

export const switchRegistration = (server: TestServer, isOn: boolean) => configure(server, { openRegistration: String(isOn) })

/**
 * A registration token as an administrator makes it in the console; it allows addresses of app.example.com unless `parts` says
 * otherwise.
 */
export async function registrationToken(server: TestServer, parts: Partial<RegistrationTokenDraft> = {}) {
  const { id: appGroupId } = await server.admin.call(appGroup.save, { body: { name: `注册${server.given.next()}` } })
  const body: RegistrationTokenDraft = {
    name: `令牌${server.given.next()}`,
    maxUses: 10,
    endTime: '2099-01-01 00:00:00',
    appGroupId,
    redirectHosts: ['app.example.com'],
    redirectSchemes: [],
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: null,
    needsApproval: 0,
    ...parts,
  }
  return { ...(await server.admin.call(registration.save, { body })), name: body.name, appGroupId: body.appGroupId }
}

async function answered(answer: Response): Promise<Answered> {
  const text = await answer.text()
  return { status: answer.status, body: (text.startsWith('{') ? JSON.parse(text) : {}) as Fields, headers: answer.headers }
}
const bearer = (token: string | undefined): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` })

/** A registration request, sent by hand. */
export const register = async (server: TestServer, token: string | undefined, metadata: unknown = { redirect_uris: [CALLBACK] }) =>
  answered(
    await fetch(`${issuerOf(server)}/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(token) },
      body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
    }),
  )

/** A client configuration request (RFC 7592), sent by hand. */
export const manage = async (method: 'GET' | 'PUT' | 'DELETE', address: unknown, token: string | undefined, metadata?: unknown) =>
  answered(
    await fetch(String(address), {
      method,
      headers: { ...bearer(token), ...(metadata !== undefined && { 'content-type': 'application/json' }) },
      ...(metadata !== undefined && { body: JSON.stringify(metadata) }),
    }),
  )

/** The row of an application that registered itself. */
export async function appOf(server: TestServer, clientId: unknown) {
  const { id } = await server.kernel.db.selectFrom('app').select('id').where('clientId', '=', String(clientId)).executeTakeFirstOrThrow()
  return server.admin.call(app.byId, { query: { id } })
}
