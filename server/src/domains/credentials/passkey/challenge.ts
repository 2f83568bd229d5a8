import type { Db } from '../../../platform/database/db.ts'
import { newToken } from '../../../platform/database/ids.ts'
import { issueOneTime, redeemOneTime } from '../../../platform/secrets/one-time.ts'

export const CHALLENGE_SECONDS = 120

/** What a challenge was given out for, and to whom: one for another purpose or person is as good as none. */
export interface ChallengeFor {
  use: 'register' | 'signIn' | 'secondStep' | 'stepUp'
  /** Whose passkey must answer it; absent where that is what is asked. */
  userId?: string | undefined
  /** The session that asked, where there is one. */
  sessionId?: string
}

export async function newChallenge(db: Db, { userId, ...detail }: ChallengeFor): Promise<string> {
  // 256 bits in base64url, which is how the browser will say it back.
  const token = newToken()
  return issueOneTime(db, 'passkeyChallenge', { seconds: CHALLENGE_SECONDS, ...(userId && { userId }), detail, token })
}

/** Used up by the first answer, right or wrong. */
export async function takeChallenge(db: Db, challenge: string, wanted: ChallengeFor): Promise<boolean> {
  const given = await redeemOneTime<Omit<ChallengeFor, 'userId'>>(db, 'passkeyChallenge', challenge)
  if (!given) return false
  const { use, sessionId } = given.detail
  return use === wanted.use && given.userId === (wanted.userId ?? null) && sessionId === wanted.sessionId
}
