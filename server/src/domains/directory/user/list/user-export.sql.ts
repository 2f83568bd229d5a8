import type { Attribute } from '@hufu/contract/directory/user'
import { userFields } from '@hufu/contract/fields/user-fields'
import { isStoredIn, keysWith } from '@hufu/contract/fields/field'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import { fieldTexts } from '../../../../platform/database/field-columns.sql.ts'
import { everyone, liesBelow, personInScope, inScope, type Scope } from '../../../../platform/access/scope.ts'
import { text } from '../text.ts'
import { lastLogin } from './user-list.sql.ts'

const positionAttribute = (column: string) => sql`(select s.name from standing s where s.id = ${sql.ref(`j.${column}`)})`
const moment = (time: RawBuilder<unknown>) => sql`to_char(${time}, 'YYYY-MM-DD HH24:MI:SS')`

const columns = {
  ...fieldTexts('u', userFields, keysWith(userFields, 'sheet').filter(isStoredIn(userFields))),
  orgCode: sql`o.code`,
  orgName: sql`o.name`,
  jobType: sql`case j.job_type when 1 then ${text.jobTypes[1]} else ${text.jobTypes[2]} end`,
  rank: positionAttribute('rank_id'),
  positionalTitles: positionAttribute('title_id'),
  position: positionAttribute('duty_id'),
  station: positionAttribute('post_id'),
  labels: sql`(select string_agg(l.name, '、' order by l.sort_num, l.id) from user_label_member m join user_label l on l.id = m.label_id where m.user_id = u.id)`,
  sortNum: sql`j.sort_num::text`,
  status: sql`case when u.status = 0 then ${text.statuses[0]}
    when exists (select 1 from login_failure f where f.name_key = u.id and f.locked_until > now()) then ${text.statuses[2]} else ${text.statuses[1]} end`,
  lastLoginTime: moment(lastLogin),
  createTime: moment(sql`u.create_time`),
} satisfies Record<Attribute, RawBuilder<unknown>>

/** The place of the job to show for a person; the main job if it is in the place. */
export interface JobPlace {
  below?: string | undefined
  orgIds?: readonly string[] | undefined
}

function placeCondition(scope: Scope, { below, orgIds }: JobPlace): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [inScope(scope, sql.ref('j.org_id'))]
  if (below !== undefined) parts.push(liesBelow(scope, sql.ref('j.org_id'), below))
  if (orgIds !== undefined) parts.push(sql`j.org_id = any (${[...orgIds]})`)
  return sql.join(parts, sql` and `)
}

/** A row for each of these people, in this order. `offset 0` forces one index lookup per person, whatever the planner estimates. */
export async function exportRows(
  db: Db,
  scope: Scope,
  place: JobPlace,
  attributes: readonly Attribute[],
  ids: readonly string[],
): Promise<(string | null)[][]> {
  const { rows } = await everyone(
    'placeCondition limits the job by which a user is exported to the scope',
    sql<{ cells: (string | null)[] }>`select array[${sql.join(attributes.map(name => columns[name]))}]::text[] as cells
    from unnest(${[...ids]}::text[]) with ordinality as want (id, n)
    cross join lateral (select * from live_user u where u.id = want.id offset 0) u
    cross join lateral (select * from job j where j.user_id = u.id and ${placeCondition(scope, place)} order by j.job_type, j.sort_num, j.id limit 1) j
    join org o on o.id = j.org_id order by want.n`,
  ).execute(db)
  return rows.map(row => row.cells)
}

export async function peopleIn(db: Db, scope: Scope, orgIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct j.user_id as id from job j where j.org_id = any (${[...orgIds]})
    and ${inScope(scope, sql.ref('j.org_id'))}`.execute(db)
  return rows.map(row => row.id)
}

export async function peopleAmong(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select u.id from live_user u where u.id = any (${[...ids]})
    and ${personInScope(scope, 'u.id')}`.execute(db)
  return rows.map(row => row.id)
}

/** The other jobs of one person as lines of text. */
export async function otherJobs(db: Db, scope: Scope, userId: string): Promise<string[]> {
  const { rows } = await sql<{
    line: string
  }>`select concat_ws('/', o.name, ${positionAttribute('rank_id')}, ${positionAttribute('title_id')}, ${positionAttribute('duty_id')},
      ${positionAttribute('post_id')}) as line
    from job j join org o on o.id = j.org_id where j.user_id = ${userId} and j.job_type = 2 and ${inScope(scope, sql.ref('j.org_id'))}
    order by j.sort_num, j.id`.execute(db)
  return rows.map(row => row.line)
}
