import type { phone } from '@hufu/contract/credentials/phone'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { Kernel } from '../../../platform/kernel.ts'
import { issueOneTime, peekOneTime, redeemOneTime } from '../../../platform/secrets/one-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { endSessions } from '../../../platform/access/session-lifecycle.ts'
import { prepare } from '../../../platform/http/context.ts'
import { type Caller, forgetAllTries, forgetTries, setAccountPassword, verifyCredential } from '../../sign-in/index.ts'
import { chosenPassword } from '../../directory/index.ts'
import { phoneCredential } from './phone-credential.ts'

const VERIFICATION_TOKEN_SECONDS = 600

/** Recovery by telephone has a setting of its own. */
export const refuseClosedRecovery = ({ config }: Pick<Kernel, 'config'>): void => {
  if (!config.values.openRecovery) refuse('methodOff')
}

/** z***n: enough to recognise oneself, too little to learn a name. */
const maskUserName = (name: string): string => `${name.slice(0, 1)}***${name.length > 2 ? name.slice(-1) : ''}`

/**
 * Proves possession of a telephone and returns the proof for setting a new password. Wrong codes have a counter of
 * their own, so that locked-out users can recover this way.
 */
export async function verifyPhoneOwner(kernel: Kernel, telephone: string, code: string, caller: Caller) {
  const byCode = phoneCredential(telephone, code, 'recover')
  const nameKey = `recover:${kernel.keys.blindIndex('phone', telephone)}`
  const account = await verifyCredential(
    kernel,
    {
      ...byCode,
      isOpen: values => values.openRecovery,
      claim: async inner => ({ ...(await byCode.claim(inner)), nameKey, method: 'recovery' }),
    },
    caller,
  )
  await forgetTries(kernel.db, nameKey)
  const proof = await issueOneTime(kernel.db, 'recovery', {
    seconds: VERIFICATION_TOKEN_SECONDS,
    userId: account.id,
    detail: { ip: caller.ip },
  })
  return { proof, expire: VERIFICATION_TOKEN_SECONDS, users: [{ userId: account.id, userName: maskUserName(account.userName) }] }
}

/** T12: the proof is valid for one user from one address, and used up only by an accepted password. */
export const recover = prepare<typeof phone.recover>(async ({ kernel, query, body, ip }) => {
  refuseClosedRecovery(kernel)
  const owner = await ownerOf(kernel, query, body, ip)
  const hash = await chosenPassword(kernel, owner, body.password)
  return async ({ db, afterCommit }) => {
    if (!(await redeemOneTime(db, 'recovery', query.proof))) refuse('proofInvalid')
    await setAccountPassword(db, owner, hash)
    await forgetAllTries(db, owner)
    await endSessions(db, [owner])
    afterCommit(() => kernel.sessions.forget())
  }
})

async function ownerOf({ db }: Kernel, { proof }: QueryOf<typeof phone.recover>, { userId }: BodyOf<typeof phone.recover>, ip: string) {
  const found = await peekOneTime<{ ip: string }>(db, 'recovery', proof)
  if (!found?.userId || found.detail.ip !== ip || (userId !== undefined && userId !== found.userId)) refuse('proofInvalid')
  return found.userId
}
