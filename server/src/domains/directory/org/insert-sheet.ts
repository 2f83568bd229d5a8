import { org } from '@hufu/contract/directory/org'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import {
  OrgCodes, presentOrgs, refusedRow, sentence, type RowChecker, type RowVerdict, type Planned, type ReadRow, type SheetKind, type Work, type Writer,
} from '../../../sheets/index.ts' // prettier-ignore
import { insertOrgs, SeenOrgs, takenOrgs, type NewOrg, type UniqueOrg } from './new-orgs.sql.ts'
import { columnOf, insertColumns, insertSchema, titleOf, unknownType, type OrgCells } from './org-columns.ts'
import { orgTypes } from './org-type.ts'
import { newColumns } from './org-rows.sql.ts'
import { text } from './text.ts'

interface Meaning {
  parentId: string
}

/** New organisations below existing ones or below others of the same sheet, in any order. */
export const insertOrgSheet: SheetKind<OrgCells> = {
  kind: 'insertOrg',
  name: text.sheets.insertOrg,
  tables: ['org', 'org_ancestor'],
  permit: org.importInsert.permit,
  columns: insertColumns,
  schema: (_config, options) => insertSchema(options),
  steps: byDepth,
  checker: checkerOfOrgs,
  writer: async ({ scope }) => orgWriter(scope),
  columnOf,
}

/**
 * Groups the rows into steps, so that a parent comes in an earlier step than its children. Rows that form a cycle are refused,
 * because the first of them comes before its parent.
 */
export function byDepth(rows: readonly ReadRow<OrgCells>[]): ReadRow<OrgCells>[][] {
  const byCode = new Map(rows.toReversed().map(row => [row.draft.code.toLowerCase(), row]))
  const depths = new Map<ReadRow<OrgCells>, number>()
  for (const row of rows) {
    const path: ReadRow<OrgCells>[] = []
    let at: ReadRow<OrgCells> | undefined = row
    while (at && !depths.has(at) && !path.includes(at)) {
      path.push(at)
      at = byCode.get(at.draft.parentCode?.toLowerCase() ?? '')
    }
    let depth = at ? (depths.get(at) ?? 0) + 1 : 0
    for (const each of path.toReversed()) depths.set(each, depth++)
  }
  const steps: ReadRow<OrgCells>[][] = []
  for (const row of rows) (steps[depths.get(row)!] ??= []).push(row)
  return Array.from(steps, step => step ?? [])
}

async function checkerOfOrgs({ db, scope, options }: Work): Promise<RowChecker<OrgCells>> {
  if (options.orgId !== undefined && !(await presentOrgs(db, scope, [options.orgId])).has(options.orgId)) refuse('orgMissing')
  const orgs = new OrgCodes(db, scope)
  const seen = new SeenOrgs()
  const types = await orgTypes(db)
  /** Organisations of this sheet, by code. */
  const fresh = new Map<string, string>()
  const parentOf = ({ parentCode }: OrgCells) =>
    parentCode === undefined ? options.orgId : (orgs.find(parentCode)?.id ?? fresh.get(parentCode.toLowerCase()))
  const checkOne = ({ row, draft }: ReadRow<OrgCells>, unique: UniqueOrg, taken: ReadonlySet<string>): RowVerdict => {
    const parentId = parentOf(draft)
    const missing = parentId === undefined ? [{ column: titleOf('parentCode'), message: sentence('parentOrgMissing') }] : []
    const untyped = draft.orgType !== undefined && types.codeOf(draft.orgType) === undefined ? [unknownType] : []
    const problems = [...missing, ...untyped, ...seen.problems(unique, taken)]
    if (parentId === undefined || problems.length > 0) return refusedRow(problems)
    seen.add(unique, row)
    const targetId = newId()
    fresh.set(draft.code.toLowerCase(), targetId)
    const meaning: Meaning = { parentId }
    return { verdict: 'new', problems: [], changes: [], meaning, targetId, targetVersion: null }
  }
  return {
    check: rows => async () => {
      await orgs.learn(rows.map(row => row.draft.parentCode))
      const unique = rows.map(({ draft }): UniqueOrg => {
        const parentId = parentOf(draft)
        return {
          code: draft.code.toLowerCase(),
          originOrgId: draft.originOrgId,
          name: parentId === undefined ? undefined : { parentId, name: draft.name! },
        }
      })
      const taken = await takenOrgs(db, unique)
      return rows.map((row, n) => checkOne(row, unique[n]!, taken))
    },
  }
}

const orgWriter = (scope: Work['scope']): Writer<NewOrg> => ({
  prepare: rows => rows.map(asOrg),
  write: (db, orgs) => insertOrgs(db, scope, orgs),
})

const asOrg = ({ row, cells, meaning, targetId }: Planned): NewOrg => ({
  row,
  id: targetId,
  parentId: (meaning as Meaning).parentId,
  ...newColumns({ ...cells, name: cells.name!, code: cells.code!, status: 1 }),
  sortNum: cells.sortNum === undefined ? null : Number(cells.sortNum),
})
