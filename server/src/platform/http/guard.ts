import type { FastifyRequest } from 'fastify'
import type { AnyCall } from '@hufu/contract/call'
import { isWeaker } from '@hufu/contract/sign-in/strength'
import { VIEW_AS } from '@hufu/contract/permission/impersonation'
import type { Kernel } from '../kernel.ts'
import { siteOrigin } from './origin.ts'
import { refuse } from './refuse.ts'
import { everything, type Scope } from '../access/scope.ts'
import { isProvenLately, type Principal } from '../access/sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard before the body is read. */
    pass?: { who: Principal | undefined; scope: Scope }
  }
}

export const LINK_COOKIE = 'idaas-link'

/** Checks rate limit, token, forced password change and permission (D-14), before a byte of the body is read. */
export async function guard(kernel: Kernel, call: AnyCall, request: FastifyRequest): Promise<void> {
  if (call.isProbe) {
    request.pass = { who: undefined, scope: everything }
    return
  }
  if (call.changes) refuseForeignSite(kernel, request)
  if (call.loginLike) kernel.addressLimits.refuseFull(call.loginLike === true ? 'login' : 'unguessable', request.ip)
  const who = await identify(kernel, call, request)
  request.pass = { who, scope: everything }
  if (!who) return kernel.config.catchUp()
  const mustChange = who.forcedChange.hasForceChangePwd && kernel.config.values.updatePasswordMode === 'force'
  if (mustChange && !call.whileForced) refuse('changePasswordFirst')
  if (isWeaker(who.factor, who.rights.secondFactor) && !call.whileBinding) refuse('bindFactorFirst')
  const seen = await impersonatedPrincipal(kernel, call, request, who)
  const { calls } = seen.rights
  const scope = calls && !calls.has(call) ? undefined : seen.rights.scopeOf(call.permit)
  if (!scope) refuse('forbidden')
  // X-APIMANAGE-07: calls open to anyone cannot be closed, or no administrator could sign in to open them again.
  if (kernel.config.isClosed(call) && !seen.rights.scopeOf('superAdmin')) refuse('forbidden')
  if (call.stepUp && who.sessionId !== '' && !(await isProvenLately(kernel.db, who.sessionId))) refuse('stepUpNeeded')
  request.pass = { who: seen, scope }
  if (calls) await kernel.clients.noteUse(who.userId, call, request.ip)
}

/** Impersonation: returns the view of another user if the call asks for it and the session has begun it. It is read-only. */
async function impersonatedPrincipal(kernel: Kernel, call: AnyCall, request: FastifyRequest, who: Principal): Promise<Principal> {
  const wanted = request.headers[VIEW_AS]
  if (typeof wanted !== 'string' || wanted === '') return who
  if (!who.rights.isAdmin || who.viewing !== wanted) refuse('impersonationEnded')
  if (call.changes) refuse('impersonationOnly')
  return kernel.sessions.seenAs(who, wanted)
}

async function identify(kernel: Kernel, call: AnyCall, request: FastifyRequest): Promise<Principal | undefined> {
  if (call.permit === 'anyone') return undefined
  const token = call.permit === 'client' ? undefined : request.headers.token
  if (typeof token === 'string' && token !== '') return kernel.sessions.byToken(token)
  const client = await kernel.clients.calling(request.headers, request.ip)
  if (client) return client
  if (call.permit === 'client') refuse('forbidden')
  const link = call.transport === 'link' ? request.cookies[LINK_COOKIE] : undefined
  return link ? kernel.sessions.byLink(link) : refuse('signInAgain')
}

/** Compares the whole Origin (D-19 (3)). Requests without these headers (curl, tests) pass. */
function refuseForeignSite(kernel: Kernel, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers
  const own = siteOrigin(kernel, request)
  if (site === 'cross-site' || mode === 'navigate' || (origin !== undefined && origin !== own)) refuse('foreignSite')
}
