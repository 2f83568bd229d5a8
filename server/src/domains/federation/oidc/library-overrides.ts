import { Provider, type Client, type KoaContextWithOIDC, type Session } from 'oidc-provider'
import { isRegistered } from '@hufu/contract/apps/app-uri'
import { addressAllowed } from '../../../platform/http/ip-rules.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { endSession } from '../../../platform/access/session-lifecycle.ts'
import { hashToken, type Principal } from '../../../platform/access/sessions.ts'
import { isDocumentId } from './clients/client-document.ts'
import { OWN_CLAIMS, extraMetadataOf } from './claims.ts'
import { authContextOf } from './issuer.ts'
import { queueLogout } from './logout/logout.sql.ts'
import { endGrants } from './tokens/store.sql.ts'
import { visitorOf } from '../protocol/visitor.ts'

/** The audience of tokens for Hufu's own API. */
export const apiResource = (issuer: string): string => `${new URL(issuer).origin}/api`

interface WithAddressCheck {
  client_id: string
  redirectUris(uris?: string[], label?: string): void
}
type Deliver = (this: Client, sub: string, sid: string) => Promise<void>
type WithLogout = Client & { backchannelLogout: Deliver }
const deliveries = new WeakMap<Provider, Deliver>()

/** Replaces the library's sessions, client secrets, logout delivery and claims by Hufu's. */
export function overrideLibrary(kernel: Kernel, provider: Provider): void {
  useConsoleSessions(kernel, provider)
  bindTokensToSession(provider)
  endGrantsOnSignOut(kernel, provider)
  compareSecretHashes(provider)
  compareAddresses(provider)
  queueLogouts(kernel, provider)
  addMappedClaims(provider)
  addSessionIdForFrontChannel(provider)
}

/** The console and the applications share one session, which begins at /login and has the console session's id. */
function useConsoleSessions(kernel: Kernel, provider: Provider): void {
  const { Session } = provider
  const byCookie = Session.get.bind(Session)
  Session.get = async (context): Promise<Session> => {
    const ctx = context as unknown as KoaContextWithOIDC
    const { who } = visitorOf(ctx.req)
    const session = who ? await sessionOf(provider, who) : await anonymousSession(provider, await byCookie(context))
    ctx.oidc.entity('Session', session)
    return session
  }
  const persist = Session.prototype.persist
  // The session of a visitor who is not signed in may never have been saved; the library would throw here.
  Session.prototype.persist = async function (this: Session) {
    return this.exp === undefined ? '' : persist.call(this)
  }
  // 0 means that the user has never authenticated in this session: then there is no auth_time.
  Session.prototype.authTime = function (this: Session) {
    return this.loginTs || undefined
  }
  // Checks max_age by the clock of the database, which also set the time of authentication.
  Session.prototype.past = function (this: Session, seconds: number | string) {
    return !this.loginTs || kernel.now().getTime() / 1000 - this.loginTs > Number(seconds)
  }
  const destroy = Session.prototype.destroy
  Session.prototype.destroy = async function (this: Session) {
    if (this.accountId !== undefined) await endSession(kernel.db, this.uid)
    kernel.sessions.forget()
    await destroy.call(this)
  }
}

export async function sessionOf(
  provider: Provider,
  who: Pick<Principal, 'sessionId' | 'userId' | 'factor'> & { authTime: number },
): Promise<Session> {
  const existing = await provider.Session.findByUid(who.sessionId)
  const session = existing ?? newSession(provider, { uid: who.sessionId })
  session.loginAccount({ accountId: who.userId, loginTs: Math.floor(who.authTime), ...authContextOf(who.factor) })
  return session
}

type Finder = (value: string, options?: { ignoreExpiration?: boolean; ignoreSessionBinding?: boolean }) => Promise<BoundToken | undefined>
interface BoundToken {
  expiresWithSession?: boolean
  sessionUid?: string
  accountId?: string
}

/**
 * The library binds a token to the one grant it knows per session and application. In Hufu each code has its own grant, so a
 * token that ends with its session is valid as long as that session exists and belongs to its user.
 */
function bindTokensToSession(provider: Provider): void {
  const { AccessToken, AuthorizationCode, DeviceCode, RefreshToken, Session } = provider
  for (const model of [AccessToken, AuthorizationCode, DeviceCode, RefreshToken] as unknown as { find: Finder }[]) {
    const find = model.find.bind(model)
    model.find = async (value, options) => {
      const token = await find(value, { ...options, ignoreSessionBinding: true })
      if (!token?.expiresWithSession || options?.ignoreSessionBinding) return token
      const session = token.sessionUid === undefined ? undefined : await Session.findByUid(token.sessionUid)
      return session?.accountId === token.accountId ? token : undefined
    }
  }
}

/** When the user signs out of one application only, the library ends its last grant in the session; this ends the others. */
function endGrantsOnSignOut({ db }: Kernel, provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    if (!('oidc' in ctx)) return
    const { route, params, client, session } = ctx.oidc
    if (route !== 'end_session_confirm' || params?.logout || !client || !session) return
    await endGrants(db, session.uid, client.clientId)
    // The user is not sent to the post-logout address, because they are still signed in.
    const ended = new URL(ctx.oidc.urlFor('end_session_success'))
    ended.searchParams.set('client_id', client.clientId)
    ctx.redirect(ended.href)
  })
}

/** Replaces the cookie's session by a new one if it belongs to a user, because that user is no longer signed in. */
const anonymousSession = async (provider: Provider, session: Session) =>
  session.accountId === undefined ? session : newSession(provider, {})

const newSession = (provider: Provider, payload: { uid?: string }): Session =>
  new (provider.Session as unknown as new (payload: { uid?: string }) => Session)(payload)

/** Seconds until the client secret of a request expires; tokens issued for it expire no later. */
const secondsByRequest = new WeakMap<object, number>()
export const secondsUntilSecretExpires = (ctx: KoaContextWithOIDC): number => secondsByRequest.get(ctx.oidc) ?? Infinity

/**
 * Compares redirect addresses by the rule of the contract, where the library frees the ports of loopback addresses only for clients
 * that have no others. Saving an application has checked its addresses, so the library's check by type of client is left to client
 * metadata documents.
 */
function compareAddresses({ Client: AnyClient }: Provider): void {
  const { prototype } = AnyClient
  prototype.redirectUriAllowed = function (this: Client, uri: string) {
    return isRegistered('oauth2', this.redirectUris ?? [], uri)
  }
  prototype.postLogoutRedirectUriAllowed = function (this: Client, uri: string) {
    return isRegistered('oauth2', this.postLogoutRedirectUris ?? [], uri)
  }
  const { Schema } = AnyClient as unknown as { Schema: { prototype: WithAddressCheck } }
  const check = Schema.prototype.redirectUris
  Schema.prototype.redirectUris = function (this: WithAddressCheck, uris?: string[], label?: string) {
    if (isDocumentId(this.client_id)) check.call(this, uris, label)
  }
}

/** Compares with the hashes in the client's metadata. An API client must also call from one of its IP addresses. */
function compareSecretHashes({ Client }: Provider): void {
  Client.prototype.compareClientSecret = async function (this: Client, secret: string) {
    const { appId, apiClientId, ipWhitelist, secrets } = extraMetadataOf(this)
    const hash = hashToken(secret)
    const shown = secrets.find(one => one.hash === hash)
    if (appId !== undefined) return shown !== undefined
    const { ctx } = Provider
    if (!shown || apiClientId === undefined || !ctx) return false
    if (shown.rest !== null) secondsByRequest.set(ctx.oidc, Math.max(1, Math.floor(shown.rest)))
    return addressAllowed({ openIpLimit: true, ipWhitelist, ipBlacklist: [] }, visitorOf(ctx.req).ip)
  }
}

/** Queues logout tokens for a job that repeats failed deliveries, so that no user waits for an application. */
function queueLogouts({ db }: Kernel, provider: Provider): void {
  const client = provider.Client.prototype as WithLogout
  deliveries.set(provider, client.backchannelLogout)
  client.backchannelLogout = async function (this: Client, sub, sid) {
    await queueLogout(db, this.clientId, sub, sid)
  }
}

/** Sends the logout token; throws if the application does not accept it. */
export async function deliverLogout(provider: Provider, client: Client, sub: string, sid: string): Promise<void> {
  await deliveries.get(provider)?.call(client, sub, sid)
}

/** Adds an application's mapped claims after the library's filter by scope, which would drop them. */
function addMappedClaims({ Claims }: Provider): void {
  const { result } = Claims.prototype
  Claims.prototype.result = async function () {
    const own = (this as unknown as { available: Record<string, unknown> }).available[OWN_CLAIMS]
    return { ...(typeof own === 'object' ? own : {}), ...(await result.call(this)) }
  }
}

/** Puts `sid` into ID tokens for front-channel logout too; the library does so only for back-channel logout. */
function addSessionIdForFrontChannel({ Client }: Provider): void {
  const client = Client.prototype as Client & { includeSid: () => boolean }
  const { includeSid } = client
  client.includeSid = function (this: typeof client) {
    return extraMetadataOf(this).isToldByFrame === true || includeSid.call(this)
  }
}
