import { sql } from 'kysely'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Row } from './restore-rule.ts'

type Named =
  | 'users'
  | 'org'
  | 'role'
  | 'menu'
  | 'config'
  | 'user_label'
  | 'standing'
  | 'stripe'
  | 'work_group'
  | 'dict_type'
  | 'dict_item'
  | 'notice'
/** Tables whose ids are composed of the linked ids. */
type Linking = 'stripe_org' | 'work_group_member' | 'role_menu'
export type AppTable = 'app' | 'app_group' | 'app_role' | 'app_resource' | 'app_role_resource' | 'auth_group' | 'app_grant' | 'saml_sp'
type WithId = Named | Linking | Exclude<AppTable, 'app_grant' | 'saml_sp'>
interface Read {
  row: Row
}

/** The present record by its column names, as the history stores them; undefined if there is none. */
async function presentById(db: Db, table: WithId, id: string): Promise<Row | undefined> {
  const { rows } = await everyone(
    'read for a caller who may see the change, and who learns only what undoing it would do',
    sql<Read>`select to_jsonb(t) as row from ${sql.table(table)} t where t.id = ${id}`,
  ).execute(db)
  return rows[0]?.row
}

/** Finds a link by the objects it links, because its id changes when it is created again. */
async function roleLink(db: Db, { user_id: userId, role_id: roleId }: Row): Promise<Row | undefined> {
  const { rows } = await sql<Read>`select to_jsonb(h) as row from user_role h
    where h.user_id = ${userId} and h.role_id = ${roleId}`.execute(db)
  return rows[0]?.row
}

async function labelLink(db: Db, { user_id: userId, label_id: labelId }: Row): Promise<Row | undefined> {
  const { rows } = await sql<Read>`select to_jsonb(m) as row from user_label_member m
    where m.user_id = ${userId} and m.label_id = ${labelId}`.execute(db)
  return rows[0]?.row
}

/** Finds a job by its id, or else by user and organisation, as a user has at most one job in an organisation. */
async function jobOf(db: Db, { id, user_id: userId, org_id: orgId }: Row): Promise<Row | undefined> {
  const { rows } = await everyone(
    'read for a caller who may see the change, and who learns only what undoing it would do',
    sql<Read>`select to_jsonb(j) as row from job j
    where j.id = ${id} or (j.user_id = ${userId} and j.org_id = ${orgId}) order by j.id = ${id} desc limit 1`,
  ).execute(db)
  return rows[0]?.row
}

async function grantOf(db: Db, row: Row): Promise<Row | undefined> {
  const { rows } = await sql<Read>`select to_jsonb(g) as row from app_grant g
    where g.subject_type = ${row.subject_type} and g.subject_id = ${row.subject_id} and g.app_id is not distinct from ${row.app_id}
      and g.role_id is not distinct from ${row.role_id} and g.group_id is not distinct from ${row.group_id}`.execute(db)
  return rows[0]?.row
}

/** Finds the SAML data by the id of their application. */
async function samlOf(db: Db, { app_id: appId }: Row): Promise<Row | undefined> {
  const { rows } = await sql<Read>`select to_jsonb(s) as row from saml_sp s where s.app_id = ${appId}`.execute(db)
  return rows[0]?.row
}

export type RestorableTable = WithId | 'user_role' | 'user_label_member' | 'job' | 'app_grant' | 'saml_sp'

export function presentRow(db: Db, table: RestorableTable, row: Row): Promise<Row | undefined> {
  if (table === 'user_role') return roleLink(db, row)
  if (table === 'user_label_member') return labelLink(db, row)
  if (table === 'job') return jobOf(db, row)
  if (table === 'saml_sp') return samlOf(db, row)
  return table === 'app_grant' ? grantOf(db, row) : presentById(db, table, row.id as string)
}

/** Records that operation `by` undoes this one, and marks this one as undone if it had changed no other rows. */
export async function markUndone(db: Db, operationId: string | null, by: string, restored = 1): Promise<void> {
  if (operationId === null) return
  await sql`update operation set undo_of = ${operationId} where id = ${by}`.execute(db)
  await sql`update operation set undone_by = ${by} where id = ${operationId} and changed <= ${restored}`.execute(db)
}

interface RestorableChanges {
  ids: string[]
  /** How many changes of older operations are left for a later call. */
  remaining: number
}

/**
 * The operation with this id, or the latest operations of the bulk with this id; undefined if there is none. Locks them, so
 * that of two concurrent calls only one undoes them.
 */
export async function operationsDue(db: Db, id: string, most: number): Promise<RestorableChanges | undefined> {
  const { rows: latest } = await sql<{ id: string; changed: number }>`select id, changed from operation
    where (id = ${id} or bulk_id = ${id}) and undone_by is null order by end_time desc, id desc limit ${most} for update`.execute(db)
  const { rows: counted } = await sql<{ all: number; open: number }>`select count(*) as all,
      coalesce(sum(changed) filter (where undone_by is null), 0)::int as open from operation where id = ${id} or bulk_id = ${id}`.execute(
    db,
  )
  const { all, open } = counted[0]!
  if (all === 0) return undefined
  const ids: string[] = []
  let taken = 0
  for (const { id: one, changed } of latest) {
    if (ids.length > 0 && taken + changed > most) break
    ids.push(one)
    taken += changed
  }
  return { ids, remaining: open - taken }
}

export async function markOperationsUndone(db: Db, ids: readonly string[], of: string, by: string): Promise<void> {
  await sql`update operation set undo_of = ${of} where id = ${by}`.execute(db)
  await sql`update operation set undone_by = ${by} where id = any (${[...ids]})`.execute(db)
}
