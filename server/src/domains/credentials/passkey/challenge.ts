import type { Db } from '../../../platform/database/db.ts'
import { newToken } from '../../../platform/database/ids.ts'
import { issueOneTime, redeemOneTime } from '../../../platform/secrets/one-time.ts'

export const CHALLENGE_SECONDS = 120

/** The purpose and user of a challenge; one for another purpose or user is not accepted. */
export interface ChallengeFor {
  use: 'register' | 'signIn' | 'secondStep' | 'stepUp'
  /** The user whose passkey must answer; absent if any may. */
  userId?: string | undefined
  /** The session that asked, if there is one. */
  sessionId?: string
}

export async function newChallenge(db: Db, { userId, ...detail }: ChallengeFor): Promise<string> {
  // 256 bits in base64url, the form in which the browser returns it.
  const token = newToken()
  return issueOneTime(db, 'passkeyChallenge', { seconds: CHALLENGE_SECONDS, ...(userId && { userId }), detail, token })
}

/** Used up by the first answer, right or wrong. */
export async function takeChallenge(db: Db, challenge: string, wanted: ChallengeFor): Promise<boolean> {
  const redeemed = await redeemOneTime<Omit<ChallengeFor, 'userId'>>(db, 'passkeyChallenge', challenge)
  if (!redeemed) return false
  const { use, sessionId } = redeemed.detail
  return use === wanted.use && redeemed.userId === (wanted.userId ?? null) && sessionId === wanted.sessionId
}
