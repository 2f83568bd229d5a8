import type { PushState } from '@hufu/contract/provisioning/push'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { RefusalName } from '@hufu/contract/refusals'
import { brakeLimit, heldPushesOf, releaseHeld, type HeldPushes } from './brake.sql.ts'
import { countState, hasOtherAdmin, heldNames } from './state.sql.ts'

const SELF_RELEASE_MINUTES = 10

/** Why the user may not release held pushes; the required reason is checked separately. */
async function blockerOf(db: Db, { userIds, minutes }: HeldPushes, userId: string): Promise<RefusalName | undefined> {
  if (!userIds.includes(userId)) return undefined
  if (await hasOtherAdmin(db, userId)) return 'pushReleaseOwn'
  return minutes < SELF_RELEASE_MINUTES ? 'pushReleaseEarly' : undefined
}

/** Users may not release pushes they caused, unless there is no other administrator: then after ten minutes, with a reason. */
export async function release(db: Db, appId: string, { userId, reason }: { userId: string; reason: string }): Promise<number> {
  const heldPushes = await heldPushesOf(db, appId)
  if (heldPushes.count === 0) refuse('pushNothingHeld')
  const blocker = await blockerOf(db, heldPushes, userId)
  if (blocker) refuse(blocker)
  if (heldPushes.userIds.includes(userId) && reason === '') refuse('pushReleaseReason')
  return releaseHeld(db, appId)
}

export async function stateOf(db: Db, appId: string, userId: string): Promise<Omit<PushState, 'mayDryRun'>> {
  const { isBroken, heldCount, heldSince, releaseTime, ...counted } = await countState(db, appId)
  const isHeld = heldCount > 0
  const blocker = isHeld ? await blockerOf(db, await heldPushesOf(db, appId), userId) : undefined
  return {
    ...counted,
    state: isBroken ? 'broken' : isHeld ? 'held' : 'open',
    held: {
      count: heldCount,
      since: isHeld ? heldSince : null,
      limit: await brakeLimit(db, appId),
      names: isHeld ? await heldNames(db, appId) : [],
      mayRelease: isHeld && blocker === undefined,
      releaseTime: blocker === 'pushReleaseEarly' ? releaseTime : null,
    },
  }
}
