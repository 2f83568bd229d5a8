import type { Strength } from '@hufu/contract/sign-in/strength'
import { hashToken } from '../../../platform/access/sessions.ts'
import type { Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { signInPort } from '../sign-in/sign-in-port.ts'
import { askSecondStep } from '../sign-in/second-step.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import { findById } from '../sign-in/account.sql.ts'
import { verifyCredential, type Credential } from '../sign-in/credential.ts'

/** The cookie that ties a sign-in begun at an identity provider to the browser it began in. */
export const IDENTITY_COOKIE = 'idaas-idp'

/** A user verified by another provider, stored under a code that the browser brings back at once. */
export interface ProvenIdentity {
  linkId: string
  /** The digest of the cookie of the browser that was sent to the provider. */
  browser: string
  /** When the user authenticated at the provider, if it says so. */
  authTime: string | null
  /** Whether the user authenticated for this very sign-in. */
  isProven: boolean
  /** The provider's id of its session. */
  sid: string | null
  /** The strength of the second factor proven at the provider. */
  factor: Strength
}

type Entrant = Awaited<ReturnType<ReturnType<typeof signInPort.use>['entrantOf']>>

/** The provider has authenticated the user; what remains is whether their account may sign in. */
const linkedCredential = (entrant: Entrant): Credential => ({
  loginType: 'idp',
  isOpen: () => true,
  claim: async ({ db }) => ({ account: entrant && (await findById(db, entrant.userId)), loginName: '' }),
  prove: async (_kernel, { account }) => account !== undefined,
  wrong: 'ticketInvalid',
})

export async function signInByIdentity(
  { kernel, ip, agent, cookies }: Pick<Context, 'kernel' | 'ip' | 'agent' | 'cookies'>,
  { linkId, browser, authTime, isProven, sid, factor }: ProvenIdentity,
) {
  if (hashToken(cookies[IDENTITY_COOKIE] ?? '') !== browser) refuse('ticketInvalid')
  const entrant = await signInPort.use().entrantOf(kernel.db, linkId)
  const caller = { ip, agent }
  const account = await verifyCredential(kernel, linkedCredential(entrant), caller)
  const origin = { authTime, identity: { id: linkId, sid } }
  const remark = entrant ? ` · ${entrant.providerName}` : ''
  await askSecondStep(kernel, account, 'idp', caller, { shown: factor, origin, remark })
  return (ctx: Context) => completeSignIn(ctx, account, 'idp', { factor, isProven, origin, remark })
}
