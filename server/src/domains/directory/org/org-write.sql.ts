import { foldName } from '@hufu/contract/written'
import { orgFields, type OrgFields } from '@hufu/contract/fields/org-fields'
import { keysWith, type RecordValues } from '@hufu/contract/fields/field'
import { sql, type RawBuilder } from 'kysely'
import type { OrgDraft, OrgEdit } from '@hufu/contract/directory/org'
import { ROOT_ORG } from '@hufu/contract/screens'
import type { Flag } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { emptyToNull } from '../../../platform/database/record-rows.sql.ts'
import { newId } from '../../../platform/database/ids.ts'
import { exclusiveTree, sharedTree } from '../../../platform/database/tree-lock.sql.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { spelling } from './org-rows.sql.ts'
import { orgTypeCode } from './org-type.ts'
import { everyone, inScope, type Scope } from '../../../platform/access/scope.ts'
import { directoryPort } from '../user/directory-port.ts'

const SORT_MAX = 999_999

const written = keysWith(orgFields, 'restore').filter(key => key !== 'orgType')

/** The detail columns except the type: '' and null empty a field, undefined leaves it. */
const details = (draft: OrgDraft | OrgEdit) => ({
  ...(Object.fromEntries(written.filter(key => draft[key] !== undefined).map(key => [key, emptyToNull(draft[key])])) as Partial<
    RecordValues<OrgFields, (typeof written)[number]>
  >),
  name: draft.name,
  code: draft.code,
  ...spelling(draft.name, draft.code),
})

/** Locks organisations against deletion until the transaction ends, so that nothing is added below a deleted one. */
export const lockOrgs = (db: Db, scope: Scope, ids: readonly string[]): Promise<void> => locked(db, scope, ids, sql`for share of o`)

/** Locks organisations for a change; with the shared lock of `lockOrgs` two concurrent updates would deadlock. */
const takeOrgs = (db: Db, scope: Scope, ids: readonly string[]): Promise<void> => locked(db, scope, ids, sql`for no key update of o`)

async function locked(db: Db, scope: Scope, ids: readonly string[], lock: RawBuilder<unknown>): Promise<void> {
  const wanted = [...new Set(ids)].sort()
  const { rows } = await sql<{ id: string }>`select o.id from ${sharedTree}, live_org o where o.id = any (${wanted})
    and ${inScope(scope, sql.ref('o.id'))} order by o.id ${lock}`.execute(db)
  if (rows.length !== wanted.length) refuse('orgMissing')
}

const lastSortNum = async (db: Db, parentId: string): Promise<number> => {
  const { rows } = await everyone(
    'lockOrgs or takeOrgs has found the parent within the scope',
    sql<{ last: number }>`select last_org_number(${parentId}) as last`,
  ).execute(db)
  return rows[0]!.last
}

export async function saveOrg(db: Db, scope: Scope, draft: OrgDraft): Promise<string> {
  await lockOrgs(db, scope, [draft.parentId])
  const id = newId()
  const orgType = await orgTypeCode(db, draft.orgType)
  const sortNum = draft.sortNum ?? Math.min(SORT_MAX, (await lastSortNum(db, draft.parentId)) + 1)
  await everyone('lockOrgs has found the parent within the scope', db.insertInto('org'))
    .values({ id, parentId: draft.parentId, ...details(draft), orgType, sortNum, status: draft.status ?? 1 })
    .execute()
  return id
}

export async function updateOrg(db: Db, scope: Scope, edit: OrgEdit): Promise<void> {
  await takeOrgs(db, scope, [edit.id])
  const present = await everyone('takeOrgs has locked these organisations within the scope', db.selectFrom('org'))
    .select('orgType')
    .where('id', '=', edit.id)
    .executeTakeFirstOrThrow()
  const orgType = await orgTypeCode(db, edit.orgType, present.orgType)
  const { numUpdatedRows } = await everyone('takeOrgs has locked these organisations within the scope', db.updateTable('org'))
    .set(column => ({
      ...details(edit),
      orgType,
      ...(edit.sortNum !== undefined && { sortNum: edit.sortNum }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', edit.id)
    .$if(edit.version !== undefined, rows => rows.where('version', '=', edit.version!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
}

export async function setOrgStatus(db: Db, scope: Scope, ids: readonly string[], status: Flag): Promise<number> {
  if (ids.length === 0) refuse('nothingChosen')
  if (status === 0 && ids.includes(ROOT_ORG)) refuse('rootOrg')
  await takeOrgs(db, scope, ids)
  const { numUpdatedRows } = await everyone('takeOrgs has locked these organisations within the scope', db.updateTable('org'))
    .set(column => ({ status, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', 'in', [...ids])
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The organisations with a descendant out of scope, even a deleted one, because a move would take it along. */
export async function withForeignDescendants(db: Db, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  if (scope.all) return new Set()
  const { rows } = await sql<{ id: string }>`select distinct a.ancestor_id as id from org_ancestor a
    where a.ancestor_id = any (${[...ids]}) and not ${inScope(scope, sql.ref('a.org_id'))}`.execute(db)
  return new Set(rows.map(row => row.id))
}

/** Lets one transaction at a time move organisations (org_move_guard). Take this lock before any row lock. */
export const lockTree = (db: Db) => sql`select from ${exclusiveTree}`.execute(db)

/** Moves organisations to the end of the target's children, in the order given. The database refuses a cycle. */
export async function moveOrgs(db: Db, scope: Scope, ids: readonly string[], targetParentId: string): Promise<void> {
  if (ids.length === 0) refuse('nothingChosen')
  if (ids.includes(ROOT_ORG)) refuse('rootOrg')
  if (ids.includes(targetParentId)) refuse('orgCircle')
  await lockTree(db)
  await takeOrgs(db, scope, [...ids, targetParentId])
  if ((await withForeignDescendants(db, scope, ids)).size > 0) refuse('forbidden')
  for (const id of await topsOf(db, ids)) {
    const sortNum = Math.min(SORT_MAX, (await lastSortNum(db, targetParentId)) + 1)
    await everyone('takeOrgs has locked these organisations within the scope', db.updateTable('org'))
      .set(column => ({ parentId: targetParentId, sortNum, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
      .where('id', '=', id)
      .where('parentId', '!=', targetParentId)
      .execute()
  }
}

/** Without those below another of the list, which move with it, so that a branch stays whole. */
async function topsOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const chosen = [...new Set(ids)]
  const { rows } = await everyone(
    'takeOrgs has locked these organisations within the scope',
    sql<{ id: string }>`select distinct a.org_id as id from org_ancestor a
    where a.org_id = any (${chosen}) and a.ancestor_id = any (${chosen}) and a.org_id <> a.ancestor_id`,
  ).execute(db)
  const below = new Set(rows.map(row => row.id))
  return chosen.filter(id => !below.has(id))
}

/** All siblings are renumbered together, so all must be in the caller's scope. */
export async function refuseForeignSiblings(db: Db, scope: Scope, parentId: string): Promise<void> {
  const { rows } = await sql`select 1 from live_org o where o.parent_id = ${parentId}
    and not ${inScope(scope, sql.ref('o.id'))} limit 1`.execute(db)
  if (rows.length > 0) refuse('forbidden')
}

export async function setOrgSortNum(db: Db, scope: Scope, id: string, sortNum: number): Promise<void> {
  await takeOrgs(db, scope, [id])
  await everyone('takeOrgs has locked these organisations within the scope', db.updateTable('org'))
    .set({ sortNum, updateTime: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Looks in the whole system, regardless of scope: codes are unique. */
export async function isCodeTaken(db: Db, code: string, but = ''): Promise<boolean> {
  const { rows } = await everyone(
    'the value is unique in the whole system, so the check covers all organisations (X-ORG-11)',
    sql`select 1 from live_org where lower(code) = ${code.toLowerCase()} and id <> ${but}`,
  ).execute(db)
  return rows.length > 0 || directoryPort.use().isHeld(db, 'orgCode', code.toLowerCase())
}

/** The codes that begin with one of `bases`, in lower case. */
export async function codesLike(db: Db, bases: readonly string[]): Promise<string[]> {
  const { rows } = await everyone(
    'the value is unique in the whole system, so the check covers all organisations (X-ORG-11)',
    sql<{ code: string }>`select lower(o.code) as code from unnest(${[...new Set(bases)]}::text[]) as b (base)
    join live_org o on lower(o.code) >= b.base and lower(o.code) < b.base || '~'`,
  ).execute(db)
  return rows.map(row => row.code)
}

export async function isNameTaken(db: Db, scope: Scope, name: string, parentId: string, but = ''): Promise<boolean> {
  const { rows } =
    await sql`select 1 from live_org o where o.parent_id = ${parentId} and fold_name(o.name) = ${foldName(name)} and o.id <> ${but}
    and ${inScope(scope, sql.ref('o.parent_id'))}`.execute(db)
  return rows.length > 0 || (await isHeldBelow(db, scope, name, parentId))
}

/** Whether a pending request holds this name below a parent in scope. */
async function isHeldBelow(db: Db, scope: Scope, name: string, parentId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from org o where o.id = ${parentId} and ${inScope(scope, sql.ref('o.id'))}`.execute(db)
  return rows.length > 0 && directoryPort.use().isHeld(db, 'orgName', `${parentId}/${foldName(name)}`)
}

export async function isOriginTaken(db: Db, originOrgId: string, but = ''): Promise<boolean> {
  const { rows } = await everyone(
    'the value is unique in the whole system, so the check covers all organisations (X-ORG-11)',
    sql`select 1 from live_org where origin_org_id = ${originOrgId} and id <> ${but}`,
  ).execute(db)
  return rows.length > 0 || directoryPort.use().isHeld(db, 'originOrgId', originOrgId)
}
