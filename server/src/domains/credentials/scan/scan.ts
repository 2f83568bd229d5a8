import type { ScanType } from '@hufu/contract/credentials/scan'
import type { Kernel } from '../../../platform/kernel.ts'
import { issueOneTime } from '../../../platform/secrets/one-time.ts'
import { siteOrigin } from '../../../platform/http/origin.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { hashToken } from '../../../platform/access/sessions.ts'
import type { Context } from '../../../platform/http/context.ts'
import { type Credential, findByBinding } from '../../sign-in/index.ts'
import type { ExternalIdentity } from './binding.sql.ts'
import { providerOf } from './providers.ts'
import { beginScan, findScan, type Scan } from './scan.sql.ts'

const MINUTE = 60_000
const POLLS_A_MINUTE = 60
const BIND_KEY_SECONDS = 600

const switches = { wx: 'openWx', zfb: 'openZfb' } as const

export const scanHash = (loginId: string): string => hashToken(`scan:${loginId}`)
/** The stored hash of an external subject, such as an openid. */
export const subjectHash = (kind: ExternalIdentity['kind'], subject: string): string => hashToken(`${kind}:${subject}`)

/** The redirect address of the telephone's browser. */
const callbackOf = ({ kernel, request }: Pick<Context, 'kernel' | 'request'>, type: ScanType): string => {
  const own = kernel.config.values.siteAddress.replace(/\/+$/, '') || siteOrigin(kernel, request)
  return `${own}/api/thirdlogin/callback?type=${type}`
}

/**
 * Begins a scan or reads its state, and refuses until it is confirmed. `userId`: the user who is binding an identity; such a scan
 * signs nobody in and binds to no other user.
 */
export async function refuseUnconfirmed(ctx: Pick<Context, 'kernel' | 'request' | 'ip'>, loginId: string, type: ScanType, userId?: string) {
  const { kernel } = ctx
  if (!kernel.config.values[switches[type]]) refuse('methodOff')
  await kernel.limits.count('scan', loginId, POLLS_A_MINUTE, MINUTE)
  const loginHash = scanHash(loginId)
  const seen = (await findScan(kernel.db, loginHash)) ?? (await begin(ctx, loginHash, type, userId ?? null))
  const isForeign = seen.type !== type || (seen.userId !== null && seen.userId !== userId)
  if (isForeign || seen.expire === 0 || seen.state === 'OVER') refuse('scanOver')
  if (seen.state !== 'CONFIRMED') refuse('scanWaiting', { state: seen.state, qrUrl: seen.page, expire: seen.expire })
}

async function begin(
  ctx: Pick<Context, 'kernel' | 'request' | 'ip'>,
  loginHash: string,
  type: ScanType,
  userId: string | null,
): Promise<Scan> {
  const { db, addressLimits } = ctx.kernel
  const page = providerOf(ctx.kernel, type).page(callbackOf(ctx, type), loginHash)
  await addressLimits.count('scan', ctx.ip)
  await beginScan(db, { loginHash, type, userId, page })
  return (await findScan(db, loginHash)) ?? refuse('scanOver')
}

/** An identity proven by a provider; it cannot be guessed, so failures are not counted. */
export const identityCredential = (foreign: ExternalIdentity & { kind: ScanType }): Credential => ({
  loginType: foreign.kind,
  isOpen: values => values[switches[foreign.kind]],
  claim: async ({ db }) => ({ account: await findByBinding(db, foreign.kind, foreign.subjectHash), loginName: foreign.name }),
  gate: async (kernel, _caller, { account }) => {
    if (!account) refuse(`${foreign.kind}Unbound`, { bindKey: await issueBindKey(kernel, foreign) })
  },
  prove: async () => true,
  wrong: `${foreign.kind}Unbound`,
})

/** A key with which its owner can bind an unbound identity after proving who they are. */
const issueBindKey = ({ db }: Kernel, foreign: ExternalIdentity) =>
  issueOneTime(db, 'bindKey', { seconds: BIND_KEY_SECONDS, detail: foreign })
