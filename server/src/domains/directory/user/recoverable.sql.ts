import { sql, type RawBuilder } from 'kysely'
import type { SubjectType } from '@hufu/contract/apps/access'
import type { Db } from '../../../platform/database/db.ts'
import { within, type Scope } from '../../../platform/access/scope.ts'

export interface Named {
  id: string
  name: string
}
export interface Grant extends Named {
  appId: string | null
  roleId: string | null
  groupId: string | null
}
export interface DeletedRole extends Named {
  status: number
  /** The role itself has been disabled meanwhile. */
  isDisabled: boolean
}

const deletedIds = (userId: string, column: 'deleted_labels' | 'deleted_groups') =>
  sql`select jsonb_array_elements_text(u.${sql.raw(column)}) from users u where u.id = ${userId}`

const namedBy = async (db: Db, query: RawBuilder<Named>): Promise<Named[]> => (await query.execute(db)).rows

/** Labels by hand that are still there: those by rule come back by their rule. */
export const labelsLeft = (db: Db, userId: string) =>
  namedBy(
    db,
    sql<Named>`select l.id, l.name from user_label l where l.rule is null and l.id in (${deletedIds(userId, 'deleted_labels')}) order by l.sort_num, l.id`,
  )

export const workGroupsLeft = (db: Db, userId: string) =>
  namedBy(
    db,
    sql<Named>`select g.id, g.name from work_group g where g.rule is null and g.id in (${deletedIds(userId, 'deleted_groups')}) order by g.sort_num, g.id`,
  )

/** What was granted to the user alone; it rests with the deleted user. */
export async function grantsLeft(db: Db, userId: string): Promise<Grant[]> {
  const { rows } = await sql<Grant>`select g.id, g.app_id, g.role_id, g.group_id, coalesce(b.name, concat_ws(' / ', a.name, r.name)) as name
    from app_grant g left join app a on a.id = g.app_id left join app_role r on r.id = g.role_id left join auth_group b on b.id = g.group_id
    where g.subject_type = 'user' and g.subject_id = ${userId} order by 5, 1`.execute(db)
  return rows
}

export async function rolesLeft(db: Db, userId: string): Promise<DeletedRole[]> {
  const { rows } = await sql<DeletedRole>`select r.id, r.name, had.status, r.status = 0 as is_disabled
    from users u cross join jsonb_to_recordset(u.deleted_roles) as had (id text, status int) join role r on r.id = had.id
    where u.id = ${userId} order by r.built_in desc, r.create_time, r.id`.execute(db)
  return rows
}

export async function statusAtDeletion(db: Db, userId: string) {
  const { rows } = await sql<{ status: number; hasPassword: boolean }>`
    select status, password_hash is not null as has_password from users where id = ${userId}`.execute(db)
  return rows[0]!
}

export interface Right {
  subjectId: string
  appId: string
  roleId: string | null
}

/** The rights that hang on these subjects, on organisations with those given above with all below, through permission groups too. */
export async function rightsOn(db: Db, type: SubjectType | 'authGroup', ids: readonly string[]): Promise<Right[]> {
  const subjects =
    type === 'org'
      ? sql`select a.org_id as id, a.ancestor_id as at, a.depth > 0 as is_above from org_ancestor a where a.org_id = any (${[...ids]})`
      : sql`select id, id as at, false as is_above from unnest(${[...ids]}::text[]) as given (id)`
  const { rows } =
    await sql<Right>`select distinct s.id as subject_id, coalesce(g.app_id, i.app_id) as app_id, coalesce(g.role_id, i.role_id) as role_id
    from (${subjects}) s join app_grant g on g.subject_type = ${type} and g.subject_id = s.at and (g.below or not s.is_above)
    left join app_grant i on g.group_id is not null and i.subject_type = 'authGroup' and i.subject_id = g.group_id
    where coalesce(g.app_id, i.app_id) is not null`.execute(db)
  return rows
}

/** Those of the organisations that are there and in scope. */
export async function orgsLeft(db: Db, scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select o.id from org o where o.id = any (${[...ids]}) and o.deleted_at is null
    and ${within(scope, sql.ref('o.id'))} for share`.execute(db)
  return new Set(rows.map(row => row.id))
}

export async function postNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<Named>`select id, name from standing where id = any (${[...ids]})`.execute(db)
  return new Map(rows.map(row => [row.id, row.name]))
}

const still = (id: string | null | undefined) => sql`(select id from standing where id = ${id ?? null})`

export interface JobBack {
  id: string
  orgId: string
  jobType: number
  rankId: string | null
  positionalTitlesId: string | null
  positionId: string | null
  stationId: string | null
  sortNum: number
}

/** Ranks and posts may be gone too: they come back only where they still are. */
export const insertJobBack = (db: Db, userId: string, job: JobBack) =>
  sql`insert into job (id, user_id, org_id, job_type, rank_id, title_id, duty_id, post_id, sort_num)
    values (${job.id}, ${userId}, ${job.orgId}, ${job.jobType}, ${still(job.rankId)}, ${still(job.positionalTitlesId)}, ${still(job.positionId)},
      ${still(job.stationId)}, ${job.sortNum})`.execute(db)

/** As at deletion, but for the status where another is chosen. A value taken meanwhile is named by its constraint. */
export const undelete = (db: Db, userId: string, status: number | undefined) =>
  sql`update users set deleted_at = null, deleted_by = null, status = coalesce(${status ?? null}::smallint, status), version = version + 1,
    update_time = now() where id = ${userId} and deleted_at is not null`.execute(db)

export async function giveBack(
  db: Db,
  userId: string,
  back: { labels: string[]; workGroups: string[]; roles: readonly { id: string; status: number }[] },
) {
  await sql`insert into user_label_member (user_id, label_id) select ${userId}, unnest(${back.labels}::text[])`.execute(db)
  await sql`insert into work_group_member (user_id, group_id) select ${userId}, unnest(${back.workGroups}::text[])`.execute(db)
  await sql`insert into user_role (user_id, role_id, status)
    select ${userId}, r.id, r.status from jsonb_to_recordset(${JSON.stringify(back.roles)}::jsonb) as r (id text, status int)`.execute(db)
  await sql`update users set deleted_jobs = null, deleted_labels = null, deleted_groups = null, deleted_roles = null where id = ${userId}`.execute(
    db,
  )
}

export const dropGrants = (db: Db, ids: readonly string[]) => sql`delete from app_grant where id = any (${[...ids]})`.execute(db)
