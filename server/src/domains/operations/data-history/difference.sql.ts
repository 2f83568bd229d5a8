import { sql } from 'kysely'
import { fieldName, maskedFields, mechanicalFields, valueText } from '@hufu/contract/audit/history-text'
import type { Difference } from '@hufu/contract/operations/data-history'
import type { Db } from '../../../platform/database/db.ts'
import type { Found } from './history-list.sql.ts'

/** Of which table a column holds the id, in every table or in one alone. */
type Named =
  | 'org'
  | 'role'
  | 'menu'
  | 'user_label'
  | 'stripe'
  | 'standing'
  | 'app'
  | 'app_group'
  | 'app_resource'
  | 'app_role'
  | 'org_range'
  | 'auth_group'
  | 'work_group'
  | 'api_client'
const anywhere: Readonly<Record<string, Named | 'users'>> = {
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
const inTable: Readonly<Record<string, Named>> = {
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

interface Name {
  of: string
  id: string
  name: string
}

/** Those that are there today, deleted users and organisations too. */
async function namesOf(db: Db, ids: readonly { of: Named | 'users'; id: string }[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    [...Map.groupBy(ids, ({ of }) => of)].map(([of, all]) => {
      const wanted = [...new Set(all.map(({ id }) => id))]
      return of === 'users' ? namesOfUsers(db, wanted) : namesIn(db, of, wanted)
    }),
  )
  return new Map(found.flat().map(({ of, id, name }) => [`${of}:${id}`, name]))
}

// everyone: names are told to those alone who see the history of everything
async function namesOfUsers(db: Db, wanted: readonly string[]): Promise<Name[]> {
  const { rows } = await sql<Name>`select 'users' as of, u.id, u.real_name as name from users u where u.id = any (${[...wanted]})`.execute(
    db,
  )
  return rows
}

// everyone: names are told to those alone who see the history of everything
async function namesIn(db: Db, of: Named, wanted: readonly string[]): Promise<Name[]> {
  const { rows } = await sql<{
    id: string
    name: string
  }>`select t.id, t.name from ${sql.table(of)} t where t.id = any (${[...wanted]})`.execute(db)
  return rows.map(row => ({ of, ...row }))
}
