import { sql } from 'kysely'
import { fieldName, maskedFields, mechanicalFields, valueText } from '@hufu/contract/audit/history-text'
import type { Difference } from '@hufu/contract/operations/data-history'
import type { Db } from '../../../platform/database/db.ts'
import type { Found } from './history-list.sql.ts'

/** Of which table a column holds the id, in every table or in one alone. */
const anywhere: Readonly<Record<string, string>> = {
  user_id: 'users',
  deleted_by: 'users',
  create_by: 'users',
  granted_by: 'users',
  leader_id: 'users',
  org_id: 'org',
  role_id: 'role',
  menu_id: 'menu',
  label_id: 'user_label',
  stripe_id: 'stripe',
  rank_id: 'standing',
  title_id: 'standing',
  duty_id: 'standing',
  post_id: 'standing',
  app_id: 'app',
  app_group_id: 'app_group',
  resource_id: 'app_resource',
  above_id: 'app_resource',
  range_id: 'org_range',
}
const inTable: Readonly<Record<string, string>> = {
  'org.parent_id': 'org',
  'stripe_org.parent_id': 'org',
  'menu.parent_id': 'menu',
  'app_resource.parent_id': 'app_resource',
  'app_grant.role_id': 'app_role',
  'app_role_resource.role_id': 'app_role',
  'app_grant.group_id': 'auth_group',
  'work_group_member.group_id': 'work_group',
  'api_client_call.client_id': 'api_client',
}
const tableOf = (table: string, column: string) => inTable[`${table}.${column}`] ?? anywhere[column]

/** Field by field: what it was and what it became, raw and in words. */
export async function differenceOf(db: Db, { tableName: table, before, after }: Found): Promise<Difference[]> {
  const columns = Object.keys({ ...before, ...after }).filter(
    column => !mechanicalFields.has(column) && JSON.stringify(before?.[column] ?? null) !== JSON.stringify(after?.[column] ?? null),
  )
  const ids = columns.flatMap(column => {
    const of = tableOf(table, column)
    return of === undefined ? [] : [before?.[column], after?.[column]].filter(id => typeof id === 'string').map(id => ({ of, id }))
  })
  const names = await namesOf(db, ids)
  const said = (column: string, value: unknown) => names.get(`${tableOf(table, column)}:${value as string}`) ?? valueText(column, value)
  return columns.map(column => ({
    field: column,
    before: before?.[column] ?? null,
    after: after?.[column] ?? null,
    label: fieldName(column),
    beforeText: said(column, before?.[column]),
    afterText: said(column, after?.[column]),
    isMask: maskedFields.has(column),
  }))
}

/** Those that are there today, deleted users and organisations too. */
// everyone: names are told to those alone who see the history of everything
async function namesOf(db: Db, ids: readonly { of: string; id: string }[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const tables = [...Map.groupBy(ids, ({ of }) => of)].map(([of, all]) => {
    const wanted = [...new Set(all.map(({ id }) => id))]
    return sql`select ${of}::text as of, t.id, ${sql.ref(of === 'users' ? 't.real_name' : 't.name')} as name
      from ${sql.table(of)} t where t.id = any (${wanted})`
  })
  const { rows } = await sql<{ of: string; id: string; name: string }>`${sql.join(tables, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ of, id, name }) => [`${of}:${id}`, name]))
}
