import { foldName } from '@hufu/contract/written'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { everyone, type Scope } from '../../../platform/access/scope.ts'
import { importText, presentOrgs, sentence, type RowProblem, type Refusals } from '../../../sheets/index.ts'
import { columnNames, recordRows, rowValues } from '../../../platform/database/record-rows.sql.ts'
import { insertedColumns, type OrgColumns } from './org-rows.sql.ts'
import { titleOf, unknownType, type OrgKey } from './org-columns.ts'
import { orgTypeCodes } from './org-type.ts'

const SORT_MAX = 999_999

/** Values that are unique in the system or below one parent. */
export interface UniqueOrg {
  /** in lower case */
  code?: string | undefined
  originOrgId?: string | undefined
  name?: { parentId: string; name: string } | undefined
}

/** Existing values as keys `code:…`, `originOrgId:…` and `name:parent:…`. */
export async function takenOrgs(db: Db, rows: readonly UniqueOrg[]): Promise<Set<string>> {
  const codes = rows.flatMap(row => row.code ?? [])
  const origins = rows.flatMap(row => row.originOrgId ?? [])
  const names = rows.flatMap(row => row.name ?? [])
  const { rows: found } = await everyone(
    'codes and foreign ids are unique everywhere (X-ORG-11); names below a parent within the scope',
    sql<{ value: string }>`
    select 'code:' || lower(code) as value from live_org where lower(code) = any (${codes})
    union all select 'originOrgId:' || origin_org_id from live_org where origin_org_id = any (${origins})
    union all select 'name:' || o.parent_id || ':' || fold_name(o.name)
      from unnest(${names.map(one => one.parentId)}::text[], ${names.map(one => foldName(one.name))}::text[]) as n (parent_id, name)
      join live_org o on o.parent_id = n.parent_id and fold_name(o.name) = n.name`,
  ).execute(db)
  return new Set(found.map(row => row.value))
}

/** Values of the rows of one sheet accepted so far. */
export class SeenOrgs {
  readonly #rows = new Map<string, number>()

  problems(unique: UniqueOrg, taken: ReadonlySet<string>): (RowProblem & { field: OrgKey })[] {
    return keysOf(unique).flatMap(({ key, field, name }) => {
      const column = titleOf(field)
      if (taken.has(key)) return [{ field, column, message: sentence(name) }]
      const row = this.#rows.get(key)
      return row === undefined ? [] : [{ field, column, message: importText.sameAsRow(row) }]
    })
  }

  add(unique: UniqueOrg, row: number): void {
    for (const { key } of keysOf(unique)) this.#rows.set(key, row)
  }
}

const keysOf = ({ code, originOrgId, name }: UniqueOrg) => [
  ...(code === undefined ? [] : [{ key: `code:${code}`, field: 'code' as const, name: 'orgCodeTaken' as const }]),
  ...(name === undefined
    ? []
    : [{ key: `name:${name.parentId}:${foldName(name.name)}`, field: 'name' as const, name: 'orgNameTaken' as const }]),
  ...(originOrgId === undefined
    ? []
    : [{ key: `originOrgId:${originOrgId}`, field: 'originOrgId' as const, name: 'originOrgIdTaken' as const }]),
]

export interface NewOrg extends OrgColumns {
  row: number
  id: string
  parentId: string
  /** null: behind its last sibling */
  sortNum: number | null
}

/** Inserts many at once; returns those whose parent is gone or out of scope. */
export async function insertOrgs(db: Db, scope: Scope, orgs: readonly NewOrg[]): Promise<Refusals> {
  const present = await presentOrgs(
    db,
    scope,
    orgs.map(org => org.parentId),
  )
  const types = await orgTypeCodes(
    db,
    orgs.map(org => org.orgType),
  )
  const gone = orgs.filter(org => !present.has(org.parentId))
  const untyped = orgs.filter(org => present.has(org.parentId) && org.orgType !== null && !types.has(org.orgType))
  const refused = new Set([...gone, ...untyped])
  const good = orgs.filter(org => !refused.has(org)).map(org => ({ ...org, orgType: org.orgType && types.get(org.orgType) }))
  if (good.length > 0)
    await everyone(
      'presentOrgs keeps only parents within the scope',
      sql`
      with p as materialized (select * from ${recordRows(good, [...insertedColumns, ['row', 'int'], ['sort_num', 'int']])}),
      last as materialized (select o."parentId", last_org_number(o."parentId") as n
        from (select distinct "parentId" from p) o)
      insert into org (${columnNames(insertedColumns)}, sort_num)
      select ${rowValues(insertedColumns)},
        coalesce(p."sortNum", least(${SORT_MAX}, last.n + row_number() over (partition by p."parentId", p."sortNum" is null order by p."row")))
      from p join last on last."parentId" = p."parentId"`,
    ).execute(db)
  return new Map([
    ...gone.map(org => [org.row, { column: titleOf('parentCode'), message: sentence('parentOrgMissing') }] as const),
    ...untyped.map(org => [org.row, unknownType] as const),
  ])
}
