import { mapWithPauses } from '../../../../platform/tasks/pauses.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { sentence } from '../../../../sheets/index.ts'
import { orgsById, planNewOrg, planOrgEdit, readOrgTypes, takenOrgs, type OrgDraft, type SyncedOrg } from '../../../directory/index.ts'
import { draftOf, draftForExisting } from '../mapping/draft.ts'
import { labelOf } from '../mapping/fields.ts'
import { asProblems, problem, ownersOf, verdictOf, type CompareContext, type Staged } from './compare-context.ts'
import { findLinks, linkedOrgs, orgsNamed, type Link, type Owner } from './links.sql.ts'
import type { ComparedRow } from './rows.sql.ts'
import { text } from '../text.ts'
import { treeOf, type Tree } from './tree.ts'

const CODE = /^[A-Za-z0-9_.-]{1,50}$/

export interface OrgPlans {
  rows: ComparedRow[]
  /** Organisation ids by origin id; new organisations have the id they will be created with. */
  ids: ReadonlyMap<string, string>
  levels: ReadonlyMap<string, number>
}

/** Compares all organisations of a read with the stored ones, parents first. They are few enough to be held in memory together. */
export async function compareOrgs(
  context: CompareContext,
  all: readonly { originId: string; parentOriginId: string | null }[],
  open: readonly Staged[],
): Promise<OrgPlans> {
  const { db, sync, scope } = context
  const tree = treeOf(all)
  const originIds = all.map(org => org.originId)
  const links = await findLinks(db, sync.id, 'org', originIds)
  const free = originIds.filter(originId => !links.has(originId))
  const matched = sync.policy.correlate.includes('originId') ? await orgsNamedByOrigin(context, free) : new Map<string, string>()
  const targets = new Map([...matched, ...[...links].map(([originId, link]) => [originId, link.objectId] as const)])
  const present = await orgsById(db, scope, [...targets.values()])
  const owners = await ownersOf(db, sync.id, 'org', [...matched.values()])
  const comparison = new OrgComparison(context, { tree, links, targets, present, owners, types: await readOrgTypes(db) })
  const inOrder = open.toSorted((a, b) => (tree.levels.get(a.originId) ?? 0) - (tree.levels.get(b.originId) ?? 0))
  const rows = await mapWithPauses(inOrder, row => comparison.one(row))
  const ids = new Map([...(await linkedOrgs(db, sync.id, originIds)), ...comparison.ids])
  return { rows: await withoutTaken(context, rows), ids, levels: tree.levels }
}

async function orgsNamedByOrigin({ db }: CompareContext, originIds: readonly string[]): Promise<Map<string, string>> {
  const found = await orgsNamed(db, originIds)
  const present = await takenOrgs(db, [...found.keys()].map(originOrgId => ({ originOrgId }))) // prettier-ignore
  return new Map([...found].filter(([originId]) => present.has(`originOrgId:${originId}`)))
}

interface StoredOrgs {
  tree: Tree
  links: ReadonlyMap<string, Link>
  targets: ReadonlyMap<string, string>
  present: ReadonlyMap<string, SyncedOrg>
  owners: ReadonlyMap<string, Owner[]>
  types: Awaited<ReturnType<typeof readOrgTypes>>
}

class OrgComparison {
  readonly #context: CompareContext
  readonly #stored: StoredOrgs
  /** Organisation ids by origin id, to place child organisations and users. */
  readonly ids = new Map<string, string>()
  readonly #refused = new Set<string>()

  constructor(context: CompareContext, stored: StoredOrgs) {
    this.#context = context
    this.#stored = stored
    for (const [originId, objectId] of stored.targets) if (stored.present.has(objectId)) this.ids.set(originId, objectId)
  }

  one(row: Staged): ComparedRow {
    const compared = this.#compare(row)
    if (compared.verdict === 'refused' || compared.verdict === 'ignored') this.#refused.add(row.originId)
    return compared
  }

  #compare({ originId, values }: Staged): ComparedRow {
    const { links, targets, present, tree } = this.#stored
    const { fields, isDeleted, problems } = draftOf('org', values)
    const link = links.get(originId)
    const targetId = targets.get(originId)
    const org = targetId === undefined ? undefined : present.get(targetId)
    if (isDeleted) return this.#deleted(originId, link, org)
    if (link && link.version === null)
      return verdictOf(originId, 'ignored', { targetId: link.objectId, problems: [problem('', text.row.deletedHere)] })
    if (targetId !== undefined && !org) return verdictOf(originId, 'refused', { targetId, problems: [problem('', text.row.outside)] })
    if (problems.length > 0) return verdictOf(originId, 'refused', { targetId: targetId ?? null, problems })
    const parent = this.#parentOf(originId, tree)
    if ('message' in parent) {
      // An organisation that cannot be placed stays where it is, and so do its users.
      return verdictOf(originId, 'refused', {
        targetId: targetId ?? null,
        problems: [problem(labelOf('org', 'parentOriginId'), parent.message)],
      })
    }
    const draft = { ...(fields as OrgDraft), ...(parent.id !== undefined && { parentId: parent.id }) }
    return org ? this.#edit(originId, draft, org, link) : this.#create(originId, draft)
  }

  #deleted(originId: string, link: Link | undefined, org: SyncedOrg | undefined): ComparedRow {
    if (!link || !org || !link.isOwner || org.status === 0)
      return verdictOf(originId, 'ignored', { problems: [problem('', text.row.deleted)] })
    const { onGone } = this.#context.sync.policy
    return verdictOf(originId, 'gone', {
      act: onGone === 'ignore' ? 'count' : onGone,
      targetId: org.id,
      targetVersion: org.version,
      orgId: org.parentId,
      isOwner: true,
      changes: [{ field: 'status', label: text.words.status, before: text.words.enabled, after: text.words.disabled }],
      problems: [problem('', text.row.deleted)],
    })
  }

  /** The id of the parent: the one the source names, or the task's root if it names none. */
  #parentOf(originId: string, tree: Tree): { id: string | undefined } | { message: string } {
    const place = tree.places.get(originId)
    const { rootOrgId } = this.#context.sync.policy
    if (place === 'circle') return { message: text.row.circle }
    if (place === 'missing') return { message: text.row.noParent }
    if (place === undefined || place === null) return { id: rootOrgId }
    if (this.#refused.has(place) && !this.ids.has(place)) return { message: text.row.parentRefused }
    const id = this.ids.get(place)
    return id === undefined ? { message: text.row.parentRefused } : { id }
  }

  #create(originId: string, draft: OrgDraft): ComparedRow {
    const { onNew } = this.#context.sync.policy
    if (onNew !== 'create') return verdictOf(originId, 'ignored')
    if (draft.name === undefined) return verdictOf(originId, 'refused', { problems: [problem(labelOf('org', 'name'), text.row.required)] })
    const code = draft.code ?? (CODE.test(originId) ? originId : undefined)
    if (code === undefined) return verdictOf(originId, 'refused', { problems: [problem(labelOf('org', 'code'), text.row.required)] })
    const id = newId()
    const { meaning, changes, problems } = planNewOrg(this.#stored.types, id, {
      ...draft,
      originOrgId: originId,
      name: draft.name,
      code,
      parentId: draft.parentId!,
    })
    if (problems.length > 0) return verdictOf(originId, 'refused', { problems: asProblems(problems) })
    this.ids.set(originId, id)
    return verdictOf(originId, 'new', { targetId: id, orgId: draft.parentId!, isOwner: true, changes, meaning })
  }

  #edit(originId: string, draft: OrgDraft, org: SyncedOrg, link: Link | undefined): ComparedRow {
    const { sync } = this.#context
    const others = this.#stored.owners.get(org.id) ?? []
    const owner = others.find(one => one.isOwner)
    if (!link && owner)
      return verdictOf(originId, 'refused', { targetId: org.id, problems: [problem('', text.row.otherOwner(owner.name))] })
    const changedFields = draftForExisting(draft, sync.mapping, 'org', { ...org }, () => false)
    // The task enables a disabled organisation only if it disabled the organisation itself.
    if (changedFields.status === 1 && org.status === 0 && !link?.disabledTime) delete changedFields.status
    const isBack = link?.state === 'gone'
    if (isBack && link.disabledTime && org.status === 0 && changedFields.status === undefined && sync.policy.onBack === 'enable')
      changedFields.status = 1
    const { meaning, changes, problems } = planOrgEdit(this.#stored.types, changedFields, org)
    const about = {
      targetId: org.id,
      targetVersion: org.version,
      orgId: changedFields.parentId ?? org.parentId,
      isOwner: link?.isOwner ?? true,
    }
    if (problems.length > 0) return verdictOf(originId, 'refused', { ...about, problems: asProblems(problems) })
    if (!link) changes.unshift({ field: 'link', label: text.words.link, before: null, after: org.name })
    if (isBack) return verdictOf(originId, 'back', { ...about, changes, meaning })
    if (changes.length === 0) return verdictOf(originId, 'unchanged', { ...about, act: 'link' })
    if (link && sync.policy.onChange === 'ignore') return verdictOf(originId, 'ignored', about)
    return verdictOf(originId, 'changed', { ...about, changes, meaning })
  }
}

/** Refuses new organisations whose code or name is taken, so that the plan shows it before anything is written. */
async function withoutTaken({ db }: CompareContext, rows: ComparedRow[]): Promise<ComparedRow[]> {
  const fresh = rows.filter(row => row.verdict === 'new')
  const meant = fresh.map(row => (row.meaning as ReturnType<typeof planNewOrg>['meaning']).org!)
  const taken = await takenOrgs(
    db,
    meant.map(({ code, parentId, name }) => ({ code: code.toLowerCase(), name: { parentId, name } })),
  )
  const seen = new Set<string>()
  const refused = new Map<string, ComparedRow>()
  for (const [n, row] of fresh.entries()) {
    const { code, parentId, name } = meant[n]!
    const keys = [[`code:${code.toLowerCase()}`, 'code'], [`name:${parentId}:${name}`, 'name']] as const // prettier-ignore
    const hit = keys.find(([key]) => taken.has(key) || seen.has(key))
    for (const [key] of keys) seen.add(key)
    if (hit) {
      const message = sentence(hit[1] === 'code' ? 'orgCodeTaken' : 'orgNameTaken')
      refused.set(row.originId, verdictOf(row.originId, 'refused', { problems: [problem(labelOf('org', hit[1]), message)] }))
    }
  }
  return rows.map(row => refused.get(row.originId) ?? row)
}
