import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from '../../../platform/access/sessions.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { issueOneTime, redeemOneTime } from '../../../platform/secrets/one-time.ts'
import { IDENTITY_COOKIE, type ProvenIdentity } from '../../sign-in/index.ts'
import { currentVisitor } from '../protocol/visitor.ts'
import type { Visit } from './begin.ts'
import { type Answer, type Identity, reject } from './identity.ts'
import { SID_MAX } from './logout.ts'
import { linkIdentity } from './link.ts'
import { protocolOf } from './protocols.ts'
import type { StoredProvider } from './provider.sql.ts'
import { resolveLink } from './resolve.ts'
import { showSignInTest } from './sign-in-test-page.ts'

const CODE_SECONDS = 60
/** The tolerated difference between the clocks of the two systems. */
const SKEW_MS = 60_000
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const redirect = (reply: FastifyReply, to: string) => reply.headers(HEADERS).redirect(to, 303)

interface ProviderCallback {
  state: string
  /** What else came back: the query, or the message of a form. */
  query: string
  message?: string
}

/** Handles the browser's return from the provider. */
export async function takeCallback(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: StoredProvider,
  back: ProviderCallback,
) {
  const visit = await takeVisit(kernel, provider, back.state)
  checkBrowser(request, visit)
  return complete(kernel, request, reply, provider, { visit, identity: await identityIn(kernel, provider, visit, back) })
}

/**
 * Verifies a posted answer and stores it. A form from a foreign page carries no cookie, so the browser is then redirected to
 * this server, with its cookie.
 */
export async function storePostedAnswer(kernel: Kernel, provider: StoredProvider, back: ProviderCallback): Promise<string> {
  const visit = await takeVisit(kernel, provider, back.state)
  const detail: ReceivedAnswer = { visit, identity: await identityIn(kernel, provider, visit, back) }
  return issueOneTime(kernel.db, 'idpAnswer', { seconds: CODE_SECONDS, detail })
}

/** Completes a posted answer, if the browser has the cookie of the visit. */
export async function redeemPostedAnswer(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: StoredProvider,
  token: string,
) {
  const { visit, identity } = (await redeemOneTime<StoredAnswer>(kernel.db, 'idpAnswer', token))?.detail ?? reject('stateGone')
  if (visit.providerId !== provider.id) reject('stateGone', 'answer of another provider')
  checkBrowser(request, visit)
  const authTime = identity.authTime === undefined ? undefined : new Date(identity.authTime)
  return complete(kernel, request, reply, provider, { visit, identity: { ...identity, authTime } })
}

interface ReceivedAnswer {
  visit: Visit
  identity: Identity
}
/** ReceivedAnswer as stored in JSON. */
interface StoredAnswer extends Omit<ReceivedAnswer, 'identity'> {
  identity: Omit<Identity, 'authTime' | 'issuedAt'> & { authTime?: string }
}

async function identityIn(
  kernel: Kernel,
  provider: StoredProvider,
  visit: Visit,
  { state, query, message }: ProviderCallback,
): Promise<Identity> {
  // A disabled provider may still be tested.
  if (provider.status !== 1 && visit.purpose.use !== 'test') reject('disabled')
  const url = new URL(visit.callback)
  url.search = query
  const answer: Answer = { url, message, state, kept: visit.kept }
  const identity = await (await protocolOf(kernel, provider.kind)).finish(provider, answer)
  refuseFuture(kernel, identity)
  return identity
}

/** Nothing was stated, and nobody authenticated, later than now: such an answer could be kept for later, or count as new for ever. */
function refuseFuture(kernel: Kernel, { issuedAt, authTime }: Identity): void {
  const latest = kernel.now().getTime() + SKEW_MS
  for (const time of [issuedAt, authTime]) if (time !== undefined && time.getTime() > latest) reject('invalid', 'made in the future')
}

async function complete(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: StoredProvider,
  { visit, identity }: ReceivedAnswer,
) {
  const isProven = isProvenFor(visit, identity)
  if (provider.forceAuthn && !isProven) reject('invalid', 'not proven anew')
  const { purpose } = visit
  if (purpose.use === 'signIn') return signIn(kernel, request, reply, { provider, identity, visit, isProven })
  const { who } = await currentVisitor(kernel, request, true)
  if (who?.userId !== purpose.userId || who.sessionId !== purpose.sessionId) return reject('signedOut')
  if (purpose.use === 'test') return showSignInTest(kernel, reply, provider, identity)
  await linkIdentity(kernel, request, provider, identity, who)
  return redirect(reply, '/account/settings?tab=bindings')
}

/** Redeems the state, so that each answer can be verified only once. */
async function takeVisit(kernel: Kernel, provider: StoredProvider, state: string): Promise<Visit> {
  const visit = (await redeemOneTime<Visit>(kernel.db, 'idpState', state))?.detail ?? reject('stateGone')
  if (visit.providerId !== provider.id) reject('stateGone', 'state of another provider')
  return visit
}

function checkBrowser({ cookies }: FastifyRequest, visit: Visit): void {
  if (hashToken(cookies[IDENTITY_COOKIE] ?? '') !== visit.browser) reject('otherBrowser')
}

interface SignIn {
  provider: StoredProvider
  identity: Identity
  visit: Visit
  isProven: boolean
}

/** Whether the user authenticated during this visit, not before it. */
const isProvenFor = ({ begunAt }: Visit, { authTime, isForced }: Identity): boolean =>
  isForced || (authTime !== undefined && authTime.getTime() >= Date.parse(begunAt) - SKEW_MS)

/** Redirects to the console with a code for a session, which only this browser can redeem. */
async function signIn(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, { provider, identity, visit, isProven }: SignIn) {
  const linkId = await resolveLink(kernel, provider, identity, request)
  const { authTime } = identity
  const proven: ProvenIdentity = {
    linkId,
    browser: visit.browser,
    authTime: authTime === undefined ? null : new Date(Math.min(authTime.getTime(), kernel.now().getTime())).toISOString(),
    isProven,
    sid: identity.sid?.slice(0, SID_MAX) ?? null,
    factor: identity.contextClass !== undefined && provider.rules.factorClasses.includes(identity.contextClass) ? 'any' : '',
  }
  const actor = { userId: '', sessionId: '', traceId: request.id }
  const code = await inTransaction(kernel.db, actor, db =>
    issueOneTime(db, 'code', { seconds: CODE_SECONDS, detail: { identity: proven } }),
  )
  return redirect(reply, `/login?code=${encodeURIComponent(code)}`)
}
