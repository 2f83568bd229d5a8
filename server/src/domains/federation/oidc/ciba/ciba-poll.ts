import { errors, Provider, type KoaContextWithOIDC, type Session } from 'oidc-provider'
import type { Db } from '../../../../platform/database/db.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { hashToken } from '../../../../platform/access/sessions.ts'
import { type AgreedRequest, notePoll, takeAgreed } from './app-request.sql.ts'
import { listed } from '../tokens/audience.ts'
import { OIDC_SCOPES } from '../claims.ts'
import { satisfiedAcr } from '../request/demand.ts'
import { isOffline, SESSION_SECONDS, authContextOf } from '../issuer.ts'
import { sessionOf } from '../library-overrides.ts'
import { findResource } from '../tokens/resource.sql.ts'

type Request = InstanceType<Provider['BackchannelAuthenticationRequest']> & {
  grantId?: string
  consumed?: unknown
  resource?: string | string[]
  params?: Record<string, unknown>
}
type Find = (value: string, options?: { ignoreExpiration?: boolean; ignoreSessionBinding?: boolean }) => Promise<Request | undefined>
/** The members of a session that the library's types leave out. */
type LibrarySession = Session & {
  ensureClientContainer: (clientId: string) => void
  grantIdFor: (clientId: string, grantId: string) => void
  sidFor: (clientId: string) => string
  save: (seconds: number) => Promise<unknown>
}

/**
 * Looks for the user's answer when the application polls. The answer is one row written in its own transaction; tokens are
 * issued only if the user may still have them at the time of the poll.
 */
export function answerPolls({ db }: Kernel, provider: Provider): void {
  const model = provider.BackchannelAuthenticationRequest as unknown as { find: Find }
  const find = model.find.bind(model)
  model.find = async (value, options) => {
    // Skips the library's check of the session: settle() checks the one in which the user agreed.
    const request = await find(value, { ...options, ignoreSessionBinding: true })
    const { ctx } = Provider
    if (!request || ctx?.oidc.route !== 'token' || request.clientId !== ctx.oidc.client?.clientId) return request
    if (request.isExpired || request.grantId !== undefined) return request
    // Consumed without a grant: the refusal was already returned. The error keeps the library from answering `pending`.
    if (request.consumed !== undefined) return refuseWith(request, 'already told')
    return settle(db, provider, ctx, request, hashToken(value))
  }
}

async function settle(db: Db, provider: Provider, ctx: KoaContextWithOIDC, request: Request, tokenHash: string): Promise<Request> {
  const agreed = await takeAgreed(db, tokenHash)
  if (agreed)
    return agreed.stands ? allow(db, provider, ctx, request, agreed) : refuseWith(request, 'the session of the end-user has ended')
  const state = await notePoll(db, tokenHash)
  if (state === 'soon') throw new errors.SlowDown()
  return state === 'refused' ? refuseWith(request, 'the end-user refused') : request
}

const refuseWith = (request: Request, errorDescription: string): Request =>
  Object.assign(request, { error: 'access_denied', errorDescription })

/** Gives the request its own grant, as an authorization code has. It ends with the user's session, except with offline_access. */
async function allow(db: Db, provider: Provider, ctx: KoaContextWithOIDC, request: Request, agreed: AgreedRequest): Promise<Request> {
  const { userId: accountId, sessionId, factor, authTime } = agreed
  const clientId = request.clientId ?? ''
  const session = (await sessionOf(provider, { sessionId, userId: accountId, factor, authTime })) as LibrarySession
  session.ensureClientContainer(clientId)
  ctx.oidc.entity('Session', session)
  const grant = new provider.Grant({ clientId, accountId })
  await addAgreed(db, grant, request)
  const grantId = await grant.save()
  session.grantIdFor(clientId, grantId)
  const isBeyond = isOffline(request.scope)
  if (isBeyond) Object.assign(session.authorizationFor(clientId), { persistsLogout: true })
  await session.save(SESSION_SECONDS)
  const wanted = { values: String(request.params?.acr_values ?? '').split(' '), isEssential: false }
  Object.assign(request, {
    ...authContextOf(factor),
    acr: satisfiedAcr(wanted, factor) ?? authContextOf(factor).acr,
    grantId,
    authTime: Math.floor(authTime),
    sessionUid: sessionId,
    ...(isBeyond ? {} : { expiresWithSession: true }),
    ...(ctx.oidc.client?.includeSid() && { sid: session.sidFor(clientId) }),
  })
  await request.save()
  return request
}

/** Adds the scopes that the user has read and agreed to. */
async function addAgreed(db: Db, grant: InstanceType<Provider['Grant']>, request: Request): Promise<void> {
  const own = OIDC_SCOPES.filter(name => request.scopes.has(name))
  if (own.length > 0) grant.addOIDCScope(own.join(' '))
  for (const identifier of listed(request.resource)) {
    const resource = await findResource(db, identifier)
    const granted = resource?.scopes.map(({ name }) => name).filter(name => request.scopes.has(name)) ?? []
    if (granted.length > 0) grant.addResourceScope(identifier, granted.join(' '))
  }
}
