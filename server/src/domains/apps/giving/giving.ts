import { menusBeyond, refuseRolesBeyond, type Acting } from '../../../platform/access/seniority.ts'
import type { Db } from '../../../platform/database/db.ts'
import { GivesBeyond } from '../../../platform/access/giving.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { findRuled } from '../../directory/index.ts'
import { changedRights, clearChanges, movedOrgs, peopleChanged, rightsGained, roleIdsGiven, writeMembers } from './giving.sql.ts'

/**
 * The check of N-02 at the end of every transaction of a caller who may not give everything: compares the rights the transaction
 * gave to anybody with the caller's own (decision 0039). Triggers have recorded the changes, whichever call made them.
 */
export async function checkGiven(db: Db, who: Acting): Promise<void> {
  const { kinds, ruled, isSettled } = await changedRights(db)
  if (isSettled) return
  // A background job applies rules a second later, so their effect is computed here, where the caller who causes it is known.
  for (const owner of ruled) await writeMembers(db, owner, await findRuled(db, owner, peopleChanged))
  const gained = await rightsGained(db, who.userId)
  if (gained[0]) throw new GivesBeyond(gained[0], gained)
  if (kinds.includes('orgMoved')) {
    const [menu] = await menusBeyond(db, who, movedOrgs)
    if (menu) refuse('movesBeyondOwn', menu)
  }
  if (kinds.includes('role')) await refuseRolesBeyond(db, who, await roleIdsGiven(db))
  await clearChanges(db)
}
