import { menusBeyond, refuseRolesBeyond, type Acting } from '../../../platform/access/seniority.ts'
import type { Db, Giving } from '../../../platform/database/db.ts'
import { GivesBeyond } from '../../../platform/access/giving.ts'
import { noRights } from '../../../platform/access/granted-rights.ts'
import { mayOpen, openerNow, type Opening } from '../../../platform/access/opener.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { changesMembers, findRuled } from '../../directory/index.ts'
import {
  changedRights, clearChanges, movedOrgs, peopleChanged, rightsGained, roleIdsGiven, rulesSet, watchedPeople, writeMembers, type Limits,
} from './giving.sql.ts' // prettier-ignore

/**
 * The check of N-02 at the end of every transaction of a caller who may not give everything: compares the rights the transaction
 * gave to anybody with the caller's own (decision 0039), or with what the opener of an API client's call may give (decision 0113).
 * Triggers have recorded the changes, whichever call made them.
 */
export async function checkGiven(db: Db, who: Acting, opening?: Opening): Promise<void> {
  const { giving, kinds, ruled, isSettled } = await changedRights(db)
  if (isSettled) return
  const { giver, ...how } = opening ? await limitsOfClient(db, who, opening) : limitsOf(who, giving)
  const limits = { ...how, giverId: giver.userId }
  if (kinds.includes('rule')) await refuseRulesOverAdministrators(db, limits)
  // A background job applies rules a second later, so their effect is computed here, where the caller who causes it is known.
  for (const owner of ruled) await writeMembers(db, owner, await findRuled(db, owner, peopleChanged(limits)))
  const gained = await rightsGained(db, limits)
  if (gained[0]) throw new GivesBeyond(gained[0], gained, limits.isClient ? 'clientGivesBeyond' : undefined)
  if (kinds.includes('orgMoved') && limits.others === 'nothing') {
    const [menu] = await menusBeyond(db, giver, movedOrgs)
    if (menu) refuse('movesBeyondOwn', menu)
  }
  if (kinds.includes('role')) await refuseRolesBeyond(db, who, await roleIdsGiven(db))
  await clearChanges(db)
}

type Limited = Omit<Limits, 'giverId'> & { giver: Acting }

const limitsOf = (giver: Acting, giving: Giving): Limited => ({
  giver,
  others: giving === 'branch' ? 'nothing' : 'everything',
  isClient: false,
})

/** A client of a branch gives by organisation alone; whoever may no longer open the call gives only what they hold. */
async function limitsOfClient(db: Db, who: Acting, { kernel, call, isOfBranch }: Opening): Promise<Limited> {
  const giver = await openerNow(kernel, db, who.rights.calls?.get(call) ?? null)
  if (!giver) return { giver: { userId: '', rights: noRights }, others: 'nothing', isClient: true }
  return { giver, others: !mayOpen(giver.rights, call) ? 'nothing' : isOfBranch ? 'byPlace' : 'everything', isClient: true }
}

/** A rule set by an API client makes no administrator a member, and no longer one. */
async function refuseRulesOverAdministrators(db: Db, limits: Limits): Promise<void> {
  for (const owner of await rulesSet(db)) if (await changesMembers(db, owner, watchedPeople(limits))) refuse('clientChangesAdministrator')
}
