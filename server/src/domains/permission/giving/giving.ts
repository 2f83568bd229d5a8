import { menusBeyond, refuseRolesBeyond, type Acting } from '../../../platform/access/authority.ts'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { findRuled } from '../../directory/rule/rule.ts'
import {
  changedKinds,
  clearChanges,
  movedOrgs,
  peopleChanged,
  rightsGained,
  roleIdsGiven,
  ruledOwners,
  writeMembers,
} from './giving.sql.ts'

/** After these somebody may meet a rule they did not meet before. */
const FEEDS_RULES = ['job', 'person', 'recovered', 'orgMoved']

/**
 * The one check of N-02, at the end of every transaction of a caller who may not give everything: what it put anybody under is
 * compared with what the caller holds (decision 0039). The database has written down what that is, whichever call did it.
 */
export async function checkGiven(db: Db, who: Acting): Promise<void> {
  const kinds = await changedKinds(db)
  if (kinds.size === 0) return
  if (FEEDS_RULES.some(kind => kinds.has(kind))) await addRuled(db)
  const [gained] = await rightsGained(db, who.userId)
  if (gained) refuse(gained.isOwn ? 'givesOneself' : 'givesBeyondOwn', { ...gained })
  if (kinds.has('orgMoved')) {
    const [menu] = await menusBeyond(db, who, movedOrgs)
    if (menu) refuse('movesBeyondOwn', menu)
  }
  if (kinds.has('role')) await refuseRolesBeyond(db, who, await roleIdsGiven(db))
  await clearChanges(db)
}

/** Members by rule are kept a second later by nobody in particular: whoever feeds the rule is asked now. */
async function addRuled(db: Db): Promise<void> {
  for (const owner of await ruledOwners(db)) await writeMembers(db, owner, await findRuled(db, owner, peopleChanged))
}
