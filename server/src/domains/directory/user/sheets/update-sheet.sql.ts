import { sql } from 'kysely'
import type { Row } from '../../../../../migrations/tables.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { everyone, personInScope, inScope, type Scope } from '../../../../platform/access/scope.ts'
import { updateRows, writtenColumns, type WrittenColumn } from '../edit/person-rows.sql.ts'
import type { PositionAttributeIds } from '../edit/position-attributes.sql.ts'

/** The present main job; a plan stores it, too. */
export interface MainJob extends PositionAttributeIds {
  id: string
  orgId: string
  sortNum: number
}

export interface ExistingUser extends Pick<Row<'users'>, 'id' | 'version' | WrittenColumn> {
  main: MainJob
  /** Labels by hand and by rule. */
  labelIds: string[]
  orgCode: string
  /** Whether the main job is in the caller's scope, and not only an other job. */
  mainWithin: boolean
}

const select = (scope: Scope) => sql`select u.id, u.version, ${writtenColumns}, o.code as org_code,
    array(select m.label_id from user_label_member m where m.user_id = u.id) as label_ids, ${inScope(scope, sql.ref('j.org_id'))} as main_within,
    json_build_object('id', j.id, 'orgId', j.org_id, 'rankId', j.rank_id, 'titleId', j.title_id, 'dutyId', j.duty_id, 'postId', j.post_id,
      'sortNum', j.sort_num) as main
  from live_user u join job j on j.user_id = u.id and j.job_type = 1 join org o on o.id = j.org_id
  where ${personInScope(scope, 'u.id')}`

/** People by their names in lower case. */
export async function peopleByName(db: Db, scope: Scope, names: readonly string[]): Promise<Map<string, ExistingUser>> {
  const { rows } = await sql<ExistingUser>`${select(scope)} and lower(u.user_name) = any (${[...names]})`.execute(db)
  return new Map(rows.map(row => [row.userName.toLowerCase(), row]))
}

export async function peopleById(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, ExistingUser>> {
  const { rows } = await sql<ExistingUser>`${select(scope)} and u.id = any (${[...ids]})`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

/** Locks people for writing, in one order. */
export async function lockPeople(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, ExistingUser>> {
  const { rows } = await sql<ExistingUser>`${select(scope)} and u.id = any (${[...ids]}) order by u.id for no key update of u, j`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, row]))
}

export type PersonRow = Omit<ExistingUser, 'version' | 'userName' | 'main' | 'labelIds' | 'orgCode' | 'mainWithin'> & {
  pinyin: string
  initials: string
  search: string
  grams: string[]
}

export function updatePeople(db: Db, people: readonly PersonRow[]) {
  const { sets, rows } = updateRows(people)
  return everyone(
    'these users and jobs were locked within the scope',
    sql`update users u set ${sets}, version = version + 1, update_time = now() from ${rows} where u.id = p."id"`,
  ).execute(db)
}

export interface MainJobRow extends Omit<MainJob, 'sortNum'> {
  userId: string
  moved: boolean
  /** null: behind the last of its organisation */
  sortNum: number | null
}

/** A main job that moves to an organisation where the person has another job is merged with it (D-42). */
export async function updateMainJobs(db: Db, jobs: readonly MainJobRow[]): Promise<void> {
  if (jobs.length === 0) return
  const rows = sql`json_to_recordset(${JSON.stringify(jobs)}::json) as p ("id" text, "userId" text, "orgId" text, "rankId" text, "titleId" text,
    "dutyId" text, "postId" text, "sortNum" int, "moved" boolean)`
  await everyone(
    'these users and jobs were locked within the scope',
    sql`delete from job j using ${rows} where p."moved" and j.user_id = p."userId" and j.org_id = p."orgId" and j.job_type = 2`,
  ).execute(db)
  await everyone(
    'these users and jobs were locked within the scope',
    sql`with p as materialized (select * from ${rows}),
    last as materialized (select o."orgId", (select coalesce(max(k.sort_num), 0) from job k where k.org_id = o."orgId") as n
      from (select distinct "orgId" from p where "sortNum" is null) o),
    placed as (select p.*, coalesce(p."sortNum", least(999999, last.n + row_number() over (partition by p."orgId", p."sortNum" is null order by p."id"))) as place
      from p left join last on last."orgId" = p."orgId")
    update job j set org_id = p."orgId", rank_id = p."rankId", title_id = p."titleId", duty_id = p."dutyId", post_id = p."postId", sort_num = p.place
    from placed p where j.id = p."id"`,
  ).execute(db)
}
