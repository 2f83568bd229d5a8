import { sentence } from '../../../../sheets/index.ts'
import { mapWithPauses } from '../../../../platform/tasks/pauses.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { planEdit, planNew, type PersonDraft, type PersonPlan, type SyncedPerson } from '../../../directory/index.ts'
import { otherOwnersOf, uniqueOfDraft } from './candidates.ts'
import type { Conflict } from './conflicts.sql.ts'
import { draftOf, draftForExisting } from '../mapping/draft.ts'
import { labelOf } from '../mapping/fields.ts'
import { asProblems, problem, verdictOf, type CompareContext, type Staged } from './compare-context.ts'
import { lookUpUsers, jobsOf, type UserLookups, type UserPlans, type UserRow } from './user-lookups.ts'
import type { Link, Owner } from './links.sql.ts'
import type { ComparedRow } from './rows.sql.ts'
import { text } from '../text.ts'

export interface ComparedUsers {
  rows: ComparedRow[]
  conflicts: Conflict[]
}

/** Compares a batch of source rows with the stored users; the number of queries does not depend on the rows. */
export async function compareUsers(context: CompareContext, plans: UserPlans, staged: readonly Staged[]): Promise<ComparedUsers> {
  const { kernel } = context
  const rows = await mapWithPauses(staged, (row): UserRow => {
    const drafted = draftOf('user', row.values)
    return { ...row, drafted, unique: uniqueOfDraft(kernel.keys, drafted.fields as PersonDraft) }
  })
  const comparison = new UserComparison(context, plans, await lookUpUsers(context, plans, rows))
  return { rows: await mapWithPauses(rows, row => comparison.one(row)), conflicts: comparison.conflicts }
}

class UserComparison {
  readonly #context: CompareContext
  readonly #plans: UserPlans
  readonly #lookups: UserLookups
  readonly conflicts: Conflict[] = []

  constructor(context: CompareContext, plans: UserPlans, lookups: UserLookups) {
    this.#context = context
    this.#plans = plans
    this.#lookups = lookups
  }

  one(row: UserRow): ComparedRow {
    const { originId, drafted } = row
    const link = this.#lookups.links.get(originId)
    if (drafted.isDeleted) return this.#deleted(row, link)
    if (link) return this.#linked(row, link)
    const choice = this.#lookups.choices.get(originId)
    if (choice === 'ignore') return verdictOf(originId, 'ignored', { problems: [problem('', text.row.choiceIgnore)] })
    const candidate = this.#lookups.candidates.get(originId) ?? { is: 'nobody' }
    if (candidate.is === 'one') return this.#correlated(row, candidate.id)
    if (candidate.is !== 'nobody' && choice !== 'create')
      return this.#conflict(row, candidate.ids, candidate.is === 'several' ? text.row.severalMatch : text.row.samePerson)
    if (drafted.problems.length > 0) return verdictOf(originId, 'refused', { problems: drafted.problems })
    return this.#create(row)
  }

  #linked(row: UserRow, link: Link): ComparedRow {
    const { originId, drafted } = row
    if (link.version === null && link.trashedVersion !== null) return this.#restored(row, link, link.trashedVersion)
    if (link.version === null)
      return verdictOf(originId, 'ignored', { targetId: link.objectId, problems: [problem('', text.row.deletedHere)] })
    const present = this.#lookups.people.get(link.objectId)
    if (!present) return verdictOf(originId, 'refused', { targetId: link.objectId, problems: [problem('', text.row.outside)] })
    if (drafted.problems.length > 0) return verdictOf(originId, 'refused', { targetId: present.id, problems: drafted.problems })
    return this.#edit(row, present, link)
  }

  /** Plans to restore a user from the trash as they were; the next run writes what has changed meanwhile. */
  #restored({ originId, drafted }: UserRow, { objectId, isOwner }: Link, version: number): ComparedRow {
    const about = { targetId: objectId, targetVersion: version, isOwner }
    if (this.#context.sync.policy.onBack !== 'enable' || drafted.fields.status === 0) return verdictOf(originId, 'ignored', about)
    const changes = [{ field: 'status', label: text.words.status, before: text.words.trashed, after: text.words.enabled }]
    return verdictOf(originId, 'back', { ...about, act: 'restore', changes })
  }

  #correlated(row: UserRow, id: string): ComparedRow {
    const { originId, drafted } = row
    const present = this.#lookups.people.get(id)
    if (!present) return verdictOf(originId, 'refused', { targetId: id, problems: [problem('', text.row.outside)] })
    const owner = this.#ownerOf(id)
    // A user whom another source owns under the same id stays with that source (D-56).
    if (owner && present.originUserId === originId) return this.#conflict(row, [id], text.row.otherOwner(owner.name))
    if (drafted.problems.length > 0) return verdictOf(originId, 'refused', { targetId: id, problems: drafted.problems })
    return this.#edit(row, present, undefined)
  }

  #ownerOf = (id: string): Owner | undefined => this.#lookups.owners.get(id)?.find(owner => owner.isOwner)

  #deleted({ originId }: UserRow, link: Link | undefined): ComparedRow {
    const present = link && this.#lookups.people.get(link.objectId)
    if (!link?.isOwner || !present || present.status === 0)
      return verdictOf(originId, 'ignored', { problems: [problem('', text.row.deleted)] })
    if (this.#lookups.untouchable.has(present.id))
      return verdictOf(originId, 'refused', { targetId: present.id, problems: [problem('', text.row.admin)] })
    const { onGone } = this.#context.sync.policy
    return verdictOf(originId, 'gone', {
      act: onGone === 'ignore' ? 'count' : onGone,
      targetId: present.id,
      targetVersion: present.version,
      orgId: present.main.orgId,
      isOwner: true,
      changes: [{ field: 'status', label: text.words.status, before: text.words.enabled, after: text.words.disabled }],
      problems: [problem('', text.row.deleted)],
    })
  }

  #conflict({ originId, name, drafted }: UserRow, candidates: string[], reason: string): ComparedRow {
    const fields = drafted.fields as PersonDraft
    const shown = (['userName', 'employeeNumber', 'phone'] as const).map(field => {
      const value = fields[field] ?? null
      return { label: labelOf('user', field), value: field === 'phone' && value ? value.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2') : value }
    })
    this.conflicts.push({ objectType: 'user', originId, name, reason, fields: shown, candidates })
    return verdictOf(originId, 'conflict', { problems: [problem('', reason)] })
  }

  /** The organisations a row names. `orgId` is absent if none of them is known; an existing user then keeps their main job. */
  #placeOf(row: UserRow): { orgId?: string; otherOrgIds?: string[]; unknown: string[] } {
    const named = jobsOf(row)
    if (!named) return { unknown: [] }
    const { orgIds } = this.#lookups
    const [orgId, ...others] = named.flatMap(name => orgIds.get(name) ?? [])
    const unknown = named.filter(name => !orgIds.has(name))
    const { openOtherJob } = this.#context.kernel.config.values
    return { ...(orgId !== undefined && { orgId }), ...(openOtherJob && unknown.length === 0 && { otherOrgIds: others }), unknown }
  }

  #create(row: UserRow): ComparedRow {
    const { originId, drafted } = row
    const { sync, kernel } = this.#context
    if (sync.policy.onNew !== 'create') return verdictOf(originId, 'ignored')
    const { unknown, ...place } = this.#placeOf(row)
    const draft = { ...(drafted.fields as PersonDraft), ...place }
    const missing = (['userName', 'realName'] as const).filter(field => draft[field] === undefined)
    const problems = missing.map(field => problem(labelOf('user', field), text.row.required))
    const orgId = place.orgId ?? (unknown.length === 0 ? sync.policy.rootOrgId : undefined)
    if (orgId === undefined) problems.push(problem(labelOf('user', 'jobs'), text.row.orgUnknown))
    if (problems.length > 0 || orgId === undefined) return verdictOf(originId, 'refused', { problems })
    const id = newId()
    const whole = { ...draft, userName: draft.userName!, realName: draft.realName!, originUserId: originId, orgId }
    const plan = planNew(kernel.keys, this.#plans.positionAttributes, id, whole)
    const refused = this.#refusal(row, id, plan)
    return (
      refused ??
      verdictOf(originId, 'new', {
        targetId: id,
        orgId,
        isOwner: true,
        changes: plan.changes,
        meaning: plan.meaning,
        problems: drafted.notes,
      })
    )
  }

  #edit(row: UserRow, present: SyncedPerson, link: Link | undefined): ComparedRow {
    const { originId, drafted } = row
    const { sync, kernel } = this.#context
    const owner = this.#ownerOf(present.id)
    const isOwner = link?.isOwner ?? owner === undefined
    const foreign = new Set(isOwner ? [] : (owner?.fields ?? []))
    const isForeign = (field: string) =>
      foreign.has(field === 'orgId' || field === 'otherOrgIds' ? 'jobs' : field) || (!isOwner && field === 'originUserId')
    const { unknown: _unknown, ...place } = this.#placeOf(row)
    const whole: PersonDraft = { ...(drafted.fields as PersonDraft), ...place, originUserId: originId }
    const draft = draftForExisting(whole, sync.mapping, 'user', { ...present }, isForeign)
    this.#settleStatus(draft, present, originId, link)
    const plan = planEdit(kernel.keys, this.#plans.positionAttributes, draft, present)
    const about = {
      targetId: present.id,
      targetVersion: present.version,
      orgId: draft.orgId ?? present.main.orgId,
      isOwner,
      problems: drafted.notes,
    }
    if (!link) plan.changes.unshift({ field: 'link', label: text.words.link, before: null, after: present.realName })
    if (plan.changes.length === 0 && link?.state !== 'gone') return verdictOf(originId, 'unchanged', { ...about, act: 'link' })
    if (this.#lookups.untouchable.has(present.id))
      return verdictOf(originId, 'refused', { ...about, problems: [problem('', text.row.admin)] })
    if (link && sync.policy.onChange === 'ignore' && link.state !== 'gone') return verdictOf(originId, 'ignored', about)
    const refused = this.#refusal(row, present.id, plan)
    if (refused) return { ...refused, targetId: present.id }
    return verdictOf(originId, link?.state === 'gone' ? 'back' : 'changed', { ...about, changes: plan.changes, meaning: plan.meaning })
  }

  /** No source enables a user whom an administrator has disabled; the task enables only users whom it disabled itself. */
  #settleStatus(draft: PersonDraft, present: SyncedPerson, originId: string, link: Link | undefined): void {
    if (present.status !== 0) return
    const mayEnable = link?.disabledTime != null && this.#lookups.untouched.has(originId)
    const comesBack = link?.state === 'gone' && this.#context.sync.policy.onBack === 'enable' && draft.status === undefined
    if (mayEnable && comesBack) draft.status = 1
    else if (draft.status === 1 && !mayEnable) delete draft.status
  }

  /**
   * Refuses a plan that cannot be written. Values that other users have now are left to `ContestedValues`, because they may give them
   * up in this run.
   */
  #refusal({ originId }: UserRow, id: string, plan: PersonPlan): ComparedRow | undefined {
    if (plan.problems.length > 0) return verdictOf(originId, 'refused', { problems: asProblems(plan.problems) })
    const email = plan.changes.find(change => change.field === 'email')?.after
    if (email && this.#lookups.proven.has(email.toLowerCase()))
      return verdictOf(originId, 'refused', { problems: [problem(labelOf('user', 'email'), sentence('emailTaken'))] })
    const { contested } = this.#plans
    const same = contested.sameInSource(originId, plan.unique)
    if (same)
      return verdictOf(originId, 'refused', { problems: [problem(labelOf('user', same.field), text.row.sameInSource(same.originId))] })
    contested.add(originId, id, plan.unique, otherOwnersOf(this.#lookups.uniqueOwners, plan.unique, id))
    return undefined
  }
}
