import type { Insertable } from 'kysely'
import { appRequest } from '@hufu/contract/federation/app-request'
import { oidcClient, type OidcClientDraft } from '@hufu/contract/federation/oidc-client'
import type { Tables } from '../migrations/tables.ts'
import type { Subject, TestServer } from './harness.ts'
import { application, basic, post } from './oidc.ts'

export const CIBA = 'urn:openid:params:grant-type:ciba'
export const SETTING = {
  pkce: 'required', scopes: null, offline: 0, asksConsent: 0, authMethod: 'secret', jwks: '', fapi: 0, ciba: 1, version: 0,
} as const // prettier-ignore

/** Helpers for tests of CIBA: applications that ask users who are not at their browser. */
export function cibaIn(server: TestServer) {
  /** An application that may use CIBA, and a user who may open it. */
  async function asking(setting: Partial<OidcClientDraft> = {}, parts: Partial<Insertable<Tables['app']>> = {}) {
    const userId = await server.given.user()
    const made = await application(server, userId, parts)
    await server.admin.call(oidcClient.update, { body: { ...SETTING, appId: made.appId, ...setting } })
    const { userName } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', userId).executeTakeFirstOrThrow()
    return { ...made, userId, userName }
  }
  /** A backchannel authentication request, sent by hand. */
  const ask = (clientId: string, params: Record<string, string>) =>
    post(server, '/backchannel', { scope: 'openid profile', ...params }, basic(clientId))
  const idOf = async (clientId: string, params: Record<string, string>) => {
    const { status, body } = await ask(clientId, params)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return String(body.auth_req_id)
  }
  const poll = (clientId: string, id: string) => post(server, '/token', { grant_type: CIBA, auth_req_id: id }, basic(clientId))
  const waiting = (me: Subject) => me.call(appRequest.list)
  /** In a session that begins now, because signing in counts as a proof of identity. */
  async function agree(userId: string) {
    const me = await server.as(userId)
    const [request] = await waiting(me)
    await me.call(appRequest.agree, { body: { id: request!.id } })
    return me
  }
  return { asking, ask, idOf, poll, waiting, agree }
}
