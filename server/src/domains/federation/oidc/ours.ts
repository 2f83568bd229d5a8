import { Provider, type Client, type KoaContextWithOIDC, type Session } from 'oidc-provider'
import { addressAllowed } from '../../../platform/http/ip-rules.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { endSession } from '../../../platform/access/end-session.ts'
import { hashToken, type Principal } from '../../../platform/access/sessions.ts'
import { OWN_CLAIMS, extraMetadataOf } from './claims.ts'
import { authContextOf } from './issuer.ts'
import { queueLogout } from './logout.sql.ts'
import { endGrants } from './store.sql.ts'
import { visitorOf } from '../protocol/visitor.ts'

/** The API of Hufu, as an audience. */
export const apiResource = (issuer: string): string => `${new URL(issuer).origin}/api`

type Deliver = (this: Client, sub: string, sid: string) => Promise<void>
type WithLogout = Client & { backchannelLogout: Deliver }
const deliveries = new WeakMap<Provider, Deliver>()

/** Where the library keeps sessions, secrets and claims of its own, it is given ours. */
export function useOurSessions(kernel: Kernel, provider: Provider): void {
  sessionsAreTheConsoles(kernel, provider)
  tokensHangOnTheSession(provider)
  leavingOneEndsItsGrants(kernel, provider)
  secretsAreHashes(provider)
  logoutsAreQueued(kernel, provider)
  claimsMayBeTheirOwn(provider)
  framesNameTheSession(provider)
}

/** One session for console and applications: it begins at /login, and bears the console's id. */
function sessionsAreTheConsoles(kernel: Kernel, provider: Provider): void {
  const { Session } = provider
  const byCookie = Session.get.bind(Session)
  Session.get = async (context): Promise<Session> => {
    const ctx = context as unknown as KoaContextWithOIDC
    const { who } = visitorOf(ctx.req)
    const session = who ? await sessionOf(provider, who) : await strangers(provider, await byCookie(context))
    ctx.oidc.entity('Session', session)
    return session
  }
  const persist = Session.prototype.persist
  // A stranger's session that was never kept need not be: the library would take it for a defect.
  Session.prototype.persist = async function (this: Session) {
    return this.exp === undefined ? '' : persist.call(this)
  }
  // Where nothing was ever proven no time is told.
  Session.prototype.authTime = function (this: Session) {
    return this.loginTs || undefined
  }
  // By the clock of the database, as the time of the proof itself (max_age).
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

/** The library knows one grant of a session at an application; here each code has its own, and all of them end with the session. */
function tokensHangOnTheSession(provider: Provider): void {
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

/** Signing out of one application and staying signed in here: the library ends the last grant it was given, we the others. */
function leavingOneEndsItsGrants({ db }: Kernel, provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    if (!('oidc' in ctx)) return
    const { route, params, client, session } = ctx.oidc
    if (route !== 'end_session_confirm' || params?.logout || !client || !session) return
    await endGrants(db, session.uid, client.clientId)
    // Nobody is sent on as though they were signed out.
    const ended = new URL(ctx.oidc.urlFor('end_session_success'))
    ended.searchParams.set('client_id', client.clientId)
    ctx.redirect(ended.href)
  })
}

/** The cookie of somebody who has signed out since opens nothing. */
const strangers = async (provider: Provider, session: Session) => (session.accountId === undefined ? session : newSession(provider, {}))

const newSession = (provider: Provider, payload: { uid?: string }): Session =>
  new (provider.Session as unknown as new (payload: { uid?: string }) => Session)(payload)

/** How long the secret that was shown for a request still holds, in seconds: what is given for it holds no longer. */
const rests = new WeakMap<object, number>()
export const secretRest = (ctx: KoaContextWithOIDC): number => rests.get(ctx.oidc) ?? Infinity

/** Of an API client also the address it calls from must be one of its own. The hashes have come with the client, read for this request. */
function secretsAreHashes({ Client }: Provider): void {
  Client.prototype.compareClientSecret = async function (this: Client, secret: string) {
    const { appId, apiClientId, ipWhitelist, secrets } = extraMetadataOf(this)
    const hash = hashToken(secret)
    const shown = secrets.find(one => one.hash === hash)
    if (appId !== undefined) return shown !== undefined
    const { ctx } = Provider
    if (!shown || apiClientId === undefined || !ctx) return false
    if (shown.rest !== null) rests.set(ctx.oidc, Math.max(1, Math.floor(shown.rest)))
    return addressAllowed({ openIpLimit: true, ipWhitelist, ipBlacklist: [] }, visitorOf(ctx.req).ip)
  }
}

/** Nobody waits for an application to answer; it is told from the queue, more than once if need be. */
function logoutsAreQueued({ db }: Kernel, provider: Provider): void {
  const client = provider.Client.prototype as WithLogout
  deliveries.set(provider, client.backchannelLogout)
  client.backchannelLogout = async function (this: Client, sub, sid) {
    await queueLogout(db, this.clientId, sub, sid)
  }
}

/** Sends the logout token; throws where the application does not take it. */
export async function deliverLogout(provider: Provider, client: Client, sub: string, sid: string): Promise<void> {
  await deliveries.get(provider)?.call(client, sub, sid)
}

/** The sieve of scopes knows standard claims; what an application maps for itself goes past it. */
function claimsMayBeTheirOwn({ Claims }: Provider): void {
  const { result } = Claims.prototype
  Claims.prototype.result = async function () {
    const own = (this as unknown as { available: Record<string, unknown> }).available[OWN_CLAIMS]
    return { ...(typeof own === 'object' ? own : {}), ...(await result.call(this)) }
  }
}

/** The library puts the id of the session into ID tokens for back-channel logout alone. */
function framesNameTheSession({ Client }: Provider): void {
  const client = Client.prototype as Client & { includeSid: () => boolean }
  const { includeSid } = client
  client.includeSid = function (this: typeof client) {
    return extraMetadataOf(this).isToldByFrame === true || includeSid.call(this)
  }
}
