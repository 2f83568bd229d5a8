import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { Row } from './nouns.ts'

type WithId = 'users' | 'org' | 'role' | 'menu' | 'config' | 'user_label' | 'standing'
interface Read {
  row: Row
}

/** The record as it is now, with the names history has for its columns; undefined where there is none. */
// everyone: read by those who see the history of everything
async function ofId(db: Db, table: WithId, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Read>`select to_jsonb(t) as row from ${sql.table(table)} t where t.id = ${id}`.execute(db)
  return rows[0]?.row
}

/** A link is known by what it links: given anew it has another id. */
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

export type NounTable = WithId | 'user_role' | 'user_label_member'

export function presentRow(db: Db, table: NounTable, row: Row): Promise<Row | undefined> {
  if (table === 'user_role') return roleLink(db, row)
  return table === 'user_label_member' ? labelLink(db, row) : ofId(db, table, row.id as string)
}

/** The operation of a call takes back another, wholly where that one wrote nothing else. */
export async function markUndone(db: Db, operationId: string | null, by: string): Promise<void> {
  if (operationId === null) return
  await sql`update operation set undo_of = ${operationId} where id = ${by}`.execute(db)
  await sql`update operation set undone_by = ${by} where id = ${operationId} and changed = 1`.execute(db)
}
