import { sql, type RawBuilder } from 'kysely'
import type { SubjectType } from '@hufu/contract/apps/access'
import type { Authorization, AuthorizeFilter, Grantable } from '@hufu/contract/apps/authorize'
import type { Paging } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { collected, nameContains, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { everyone, personInScope, type Scope } from '../../../platform/access/scope.ts'
import { subjectInScope } from '../access/subjects.sql.ts'
import { personConditions, subjectName } from '../../directory/index.ts'

export interface Search {
  scope: Scope
  keys: Keys
  type: SubjectType
  filter: AuthorizeFilter
}

const named = {
  org: everyone('conditions on grants that subjectInScope limits to the scope', sql`select 1 from live_org s where s.id = g.subject_id`),
  label: sql`select 1 from user_label s where s.id = g.subject_id`,
  workGroup: sql`select 1 from work_group s where s.id = g.subject_id`,
  post: sql`select 1 from standing s where s.id = g.subject_id`,
  stripe: sql`select 1 from stripe s where s.id = g.subject_id`,
} as const

function found({ type, filter, keys, scope }: Search): RawBuilder<unknown>[] {
  const { searchKey, appId, targetId } = filter
  const key = searchKey?.trim()
  const conditions: RawBuilder<unknown>[] = appId === undefined ? [] : [sql`g.app_id = ${appId}`]
  if (targetId !== undefined) conditions.push(sql`g.subject_id = ${targetId}`)
  if (type === 'user') {
    const person = sql.join([sql`true`, ...personConditions({ scope, keys, filter: { searchKey: key } })], sql` and `)
    return [
      ...conditions,
      everyone(
        'conditions on grants that subjectInScope limits to the scope',
        sql`exists (select 1 from live_user u where u.id = g.subject_id and ${person})`,
      ),
    ]
  }
  if (key) conditions.push(sql`exists (${named[type]} and ${nameContains('s.name', key)})`)
  return conditions
}

/** The list has a row for each subject and application: the grant of the application itself, or else that of its first role. */
const isFirst = sql`g.app_id is not null and not exists (
  select 1 from app_grant other where other.subject_type = g.subject_type and other.subject_id = g.subject_id and other.app_id = g.app_id
    and (other.role_id is null and g.role_id is not null or other.role_id < g.role_id))`

const where = (search: Search) =>
  sql.join(
    [sql`g.subject_type = ${search.type}`, isFirst, subjectInScope(search.scope, search.type, 'g.subject_id'), ...found(search)],
    sql` and `,
  )

const columns = (
  scope: Scope,
) => sql`g.id, g.subject_type as target_type, g.subject_id as target_id, ${subjectName('g')} as target_name, g.app_id, a.name as app_name,
  array(select r.name from app_grant held join app_role r on r.id = held.role_id
    where held.subject_type = g.subject_type and held.subject_id = g.subject_id and held.app_id = g.app_id order by r.code) as role_names,
  g.below, g.begin_time, g.end_time, coalesce(g.end_time <= now(), false) as is_over,
  (select by.real_name from users by where by.id = g.granted_by and ${personInScope(scope, 'by.id')}) as granted_by, g.create_time`

export async function pageAuthorizations(db: Db, search: Search, paging: Paging) {
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from app_grant g where ${where(search)}`.execute(db)
  const total = counted[0]?.n ?? 0
  const { rows } = await sql<Authorization>`select ${columns(search.scope)}
    from (select g.* from (select g.* from app_grant g where ${where(search)} ${collected(total)}) g
      order by g.create_time desc, g.id limit ${paging.size} offset ${offsetOf(paging)}) g join app a on a.id = g.app_id
    order by g.create_time desc, g.id`.execute(db)
  return pageOf(paging, total, rows)
}

export async function idsOfAuthorizations(db: Db, search: Search, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select g.id from app_grant g where ${where(search)}
    order by g.create_time desc, g.id limit ${max}`.execute(db)
  return rows.map(row => row.id)
}

export async function authorizationRows(db: Db, scope: Scope, ids: readonly string[]): Promise<Authorization[]> {
  const { rows } = await sql<Authorization>`select ${columns(scope)} from app_grant g join app a on a.id = g.app_id
    where g.id = any (${[...ids]}) order by g.create_time desc, g.id`.execute(db)
  return rows
}

export async function grantsOfSubject(db: Db, type: SubjectType, subjectId: string) {
  const { rows } = await sql<{
    appId: string
    appName: string
    roleIds: string[]
    below: boolean
    beginTime: string | null
    endTime: string | null
  }>`
    select g.app_id, a.name as app_name, coalesce(array_agg(g.role_id order by g.role_id) filter (where g.role_id is not null), '{}') as role_ids,
      bool_or(g.below) as below, min(g.begin_time) as begin_time, max(g.end_time) as end_time
    from app_grant g join app a on a.id = g.app_id where g.subject_type = ${type} and g.subject_id = ${subjectId}
    group by g.app_id, a.name, a.sort_num order by a.sort_num, g.app_id`.execute(db)
  return rows
}

/** Every application with its roles; for callers with a limited scope, those they may open and the roles they hold. */
export async function listGrantable(db: Db, scope: Scope, userId: string): Promise<Grantable[]> {
  const mine = scope.all ? sql`true` : sql`exists (select 1 from own where own.app_id = a.id)`
  const isGrantable = scope.all ? sql`true` : sql`exists (select 1 from own where own.role_id = r.id)`
  const { rows } = await sql<Grantable>`
    with own as materialized (select app_id, role_id from paths_of(${userId}) where fault is null)
    select a.id, a.name, a.app_group_id as group_id, g.name as group_name, a.status,
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'code', r.code, 'status', r.status) order by r.code)
        from app_role r where r.app_id = a.id and ${isGrantable}), '[]') as roles
    from app a join app_group g on g.id = a.app_group_id where ${mine} order by g.sort_num, g.id, a.sort_num, a.id`.execute(db)
  return rows
}
