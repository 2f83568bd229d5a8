import { ROOT_ORG } from '@hufu/contract/screens'
import type { Db } from '../../../platform/database/db.ts'
import type { Scope } from '../../../platform/access/scope.ts'
import { presentOrgs, sentence, type Refusals, type RowProblem } from '../../../sheets/index.ts'
import { insertOrgs, type NewOrg } from './new-orgs.sql.ts'
import { plainKeys, titleOf, unknownType } from './org-columns.ts'
import { orgTypes } from './org-type.ts'
import { newColumns, spelling, type OrgValues } from './org-rows.sql.ts'
import { setOrgStatus } from './org-write.sql.ts'
import { text } from './text.ts'
import { lockForUpdate, moveOrg, updateOrgs, type OrgRow, type PresentOrg } from './update-sheet.sql.ts'

type PlainKey = (typeof plainKeys)[number]
export type SyncedOrg = PresentOrg & { status: number }

/** The values a sync source sends for an organisation: undefined leaves a field, null empties it. */
export interface OrgDraft extends Partial<Record<PlainKey, string | null | undefined>> {
  code?: string | undefined
  name?: string | undefined
  parentId?: string | undefined
  sortNum?: number | undefined
  status?: 0 | 1 | undefined
}

export interface OrgMeaning {
  org?: OrgValues & Pick<NewOrg, 'id' | 'parentId' | 'sortNum'>
  fields: Partial<Omit<OrgRow, 'id'>>
  parentId: string | null
  status: 0 | 1 | null
}

export interface OrgPlan {
  meaning: OrgMeaning
  changes: { field: string; label: string; before: string | null; after: string | null }[]
  problems: RowProblem[]
}

type Types = Awaited<ReturnType<typeof orgTypes>>
export const readOrgTypes = orgTypes
const statusWord = (status: number) => text.statuses[status === 0 ? 0 : 1]

/** The planned change of an organisation, field by field. A source never changes the code. */
export function planOrgEdit(types: Types, draft: OrgDraft, present: SyncedOrg): OrgPlan {
  const plan: OrgPlan = { meaning: { fields: {}, parentId: null, status: null }, changes: [], problems: [] }
  const changed = (field: string, label: string, before: string | null, after: string | null) =>
    plan.changes.push({ field, label, before, after })
  const typed = typeOf(types, draft.orgType, plan)
  for (const key of ['name', ...plainKeys] as const) {
    const fresh = key === 'orgType' ? typed : draft[key]
    if (fresh === undefined || fresh === present[key]) continue
    changed(key, titleOf(key), present[key], fresh)
    Object.assign(plan.meaning.fields, { [key]: fresh })
  }
  if (draft.sortNum !== undefined && draft.sortNum !== present.sortNum) {
    changed('sortNum', titleOf('sortNum'), String(present.sortNum), String(draft.sortNum))
    plan.meaning.fields.sortNum = draft.sortNum
  }
  if (draft.parentId !== undefined && draft.parentId !== present.parentId && present.id !== ROOT_ORG) {
    changed('parentId', titleOf('parentCode'), present.parentId, draft.parentId)
    plan.meaning.parentId = draft.parentId
  }
  if (draft.status !== undefined && draft.status !== present.status) {
    changed('status', text.status, statusWord(present.status), statusWord(draft.status))
    plan.meaning.status = draft.status
  }
  return plan
}

/** Looks up a type by name or code; an unknown one is a problem of its row. */
function typeOf(types: Types, wanted: string | null | undefined, plan: OrgPlan): string | null | undefined {
  if (!wanted) return wanted
  const code = types.codeOf(wanted)
  if (code === undefined) plan.problems.push(unknownType)
  return code
}

export function planNewOrg(types: Types, id: string, draft: OrgDraft & { name: string; code: string; parentId: string }): OrgPlan {
  const plan: OrgPlan = { meaning: { fields: {}, parentId: null, status: null }, changes: [], problems: [] }
  const orgType = typeOf(types, draft.orgType, plan) ?? null
  plan.meaning.org = { ...draft, id, orgType, sortNum: draft.sortNum ?? null }
  for (const key of ['name', 'code', ...plainKeys] as const) {
    const after = key === 'orgType' ? orgType : draft[key]
    if (after) plan.changes.push({ field: key, label: titleOf(key), before: null, after })
  }
  plan.changes.push({ field: 'parentId', label: titleOf('parentCode'), before: null, after: draft.parentId })
  return plan
}

export interface PlannedOrg {
  row: number
  targetId: string
  targetVersion: number | null
  meaning: OrgMeaning
}

export const insertSyncedOrgs = (db: Db, scope: Scope, rows: readonly PlannedOrg[]): Promise<Refusals> =>
  insertOrgs(
    db,
    scope,
    rows.map(({ row, meaning: { org } }) => ({ row, id: org!.id, parentId: org!.parentId, sortNum: org!.sortNum, ...newColumns(org!) })),
  )

/** Rows changed since the plan are skipped and returned; moves are made in row order. */
export async function updateSyncedOrgs(db: Db, scope: Scope, rows: readonly PlannedOrg[]): Promise<Refusals> {
  const parents = await presentOrgs(
    db,
    scope,
    rows.flatMap(row => row.meaning.parentId ?? []),
  )
  const present = await lockForUpdate(
    db,
    scope,
    rows.map(row => row.targetId),
  )
  const refused: Refusals = new Map()
  const good: { row: PlannedOrg; org: PresentOrg }[] = []
  for (const row of rows) {
    const org = present.get(row.targetId)
    const { parentId } = row.meaning
    if (!org) refused.set(row.row, { column: titleOf('code'), message: sentence('orgMissing') })
    else if (org.version !== row.targetVersion) refused.set(row.row, { column: '', message: sentence('stale') })
    else if (parentId !== null && !parents.has(parentId))
      refused.set(row.row, { column: titleOf('parentCode'), message: sentence('parentOrgMissing') })
    else good.push({ row, org })
  }
  if (good.length > 0) await updateOrgs(db, good.map(merged))
  for (const { row } of good) {
    const { parentId, fields } = row.meaning
    if (parentId !== null) await moveOrg(db, { id: row.targetId, parentId, sortNum: fields.sortNum ?? null })
  }
  for (const status of [0, 1] as const) {
    const ids = good.flatMap(({ row }) => (row.meaning.status === status ? [row.targetId] : []))
    if (ids.length > 0) await setOrgStatus(db, scope, ids, status)
  }
  return refused
}

function merged({ row, org }: { row: PlannedOrg; org: PresentOrg }): OrgRow {
  const { version: _version, parentId: _parent, parentCode: _parentCode, code, ...fields } = org
  const whole = { ...fields, ...row.meaning.fields }
  return { ...whole, ...spelling(whole.name, code) }
}
