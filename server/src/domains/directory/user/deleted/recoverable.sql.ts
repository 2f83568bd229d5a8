import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import { everyone, inScope, type Scope } from '../../../../platform/access/scope.ts'

export interface Named {
  id: string
  name: string
}
export interface DeletedRole extends Named {
  status: number
  /** The role has been disabled meanwhile. */
  isDisabled: boolean
}

const idsOf = (all: readonly Named[]) => all.map(one => one.id)

const deletedIds = (userId: string, column: 'deleted_labels' | 'deleted_groups') =>
  everyone(
    'findDeletedUser has found this user within the scope',
    sql`select jsonb_array_elements_text(u.${sql.raw(column)}) from users u where u.id = ${userId}`,
  )

const rowsOf = async (db: Db, query: RawBuilder<Named>): Promise<Named[]> => (await query.execute(db)).rows

/** Manually managed labels that still exist; a rule gives back its own labels. */
export const labelsLeft = (db: Db, userId: string) =>
  rowsOf(
    db,
    sql<Named>`select l.id, l.name from user_label l where l.rule is null and l.id in (${deletedIds(userId, 'deleted_labels')}) order by l.sort_num, l.id`,
  )

export const workGroupsLeft = (db: Db, userId: string) =>
  rowsOf(
    db,
    sql<Named>`select g.id, g.name from work_group g where g.rule is null and g.id in (${deletedIds(userId, 'deleted_groups')}) order by g.sort_num, g.id`,
  )

/** Direct grants of the user, kept while the user is deleted. */
export const grantsLeft = (db: Db, userId: string) =>
  rowsOf(
    db,
    sql<Named>`select g.id, coalesce(b.name, concat_ws(' / ', a.name, r.name)) as name
    from app_grant g left join app a on a.id = g.app_id left join app_role r on r.id = g.role_id left join auth_group b on b.id = g.group_id
    where g.subject_type = 'user' and g.subject_id = ${userId} order by 2, 1`,
  )

export async function rolesLeft(db: Db, userId: string): Promise<DeletedRole[]> {
  const { rows } = await everyone(
    'findDeletedUser has found this user within the scope',
    sql<DeletedRole>`select r.id, r.name, had.status, r.status = 0 as is_disabled
    from users u cross join jsonb_to_recordset(u.deleted_roles) as had (id text, status int) join role r on r.id = had.id
    where u.id = ${userId} order by r.built_in desc, r.create_time, r.id`,
  ).execute(db)
  return rows
}

export async function statusAtDeletion(db: Db, userId: string) {
  const { rows } = await everyone(
    'findDeletedUser has found this user within the scope',
    sql<{ status: number; hasPassword: boolean }>`
    select status, password_hash is not null as has_password from users where id = ${userId}`,
  ).execute(db)
  return rows[0]!
}

/** The organisations among `ids` that exist and are in scope. */
export async function orgsLeft(db: Db, scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select o.id from live_org o where o.id = any (${[...ids]})
    and ${inScope(scope, sql.ref('o.id'))} for share`.execute(db)
  return new Set(rows.map(row => row.id))
}

export async function postNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<Named>`select id, name from standing where id = any (${[...ids]})`.execute(db)
  return new Map(rows.map(row => [row.id, row.name]))
}

const existingAttribute = (id: string | null | undefined) => sql`(select id from standing where id = ${id ?? null})`

export interface RestoredJob {
  id: string
  orgId: string
  jobType: number
  rankId: string | null
  positionalTitlesId: string | null
  positionId: string | null
  stationId: string | null
  sortNum: number
}

/** Ranks and posts come back only where they still exist. */
export const insertRestoredJob = (db: Db, userId: string, job: RestoredJob) =>
  everyone(
    'findDeletedUser has found the user within the scope, orgsLeft the organisation',
    sql`insert into job (id, user_id, org_id, job_type, rank_id, title_id, duty_id, post_id, sort_num)
    values (${job.id}, ${userId}, ${job.orgId}, ${job.jobType}, ${existingAttribute(job.rankId)}, ${existingAttribute(job.positionalTitlesId)}, ${existingAttribute(job.positionId)},
      ${existingAttribute(job.stationId)}, ${job.sortNum})`,
  ).execute(db)

/** Restores the status at deletion unless another is chosen. A value taken meanwhile is refused by its constraint. */
export const undelete = (db: Db, userId: string, status: number | undefined) =>
  everyone(
    'findDeletedUser has found this user within the scope',
    sql`update users set deleted_at = null, deleted_by = null, status = coalesce(${status ?? null}::smallint, status), version = version + 1,
    update_time = now() where id = ${userId} and deleted_at is not null`,
  ).execute(db)

export async function restoreMemberships(
  db: Db,
  userId: string,
  back: { labels: readonly Named[]; workGroups: readonly Named[]; roles: readonly DeletedRole[] },
) {
  await sql`insert into user_label_member (user_id, label_id) select ${userId}, unnest(${idsOf(back.labels)}::text[])`.execute(db)
  await sql`insert into work_group_member (user_id, group_id) select ${userId}, unnest(${idsOf(back.workGroups)}::text[])`.execute(db)
  await sql`insert into user_role (user_id, role_id, status)
    select ${userId}, r.id, r.status from jsonb_to_recordset(${JSON.stringify(back.roles)}::jsonb) as r (id text, status int)`.execute(db)
  await everyone(
    'findDeletedUser has found this user within the scope',
    sql`update users set deleted_jobs = null, deleted_labels = null, deleted_groups = null, deleted_roles = null where id = ${userId}`,
  ).execute(db)
}

/** Keeps only these direct grants of the user. */
export const keepGrants = (db: Db, userId: string, grants: readonly Named[]) =>
  sql`delete from app_grant where subject_type = 'user' and subject_id = ${userId} and id <> all (${idsOf(grants)})`.execute(db)
