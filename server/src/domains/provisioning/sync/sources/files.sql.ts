import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import type { ObjectType } from './source.ts'

export async function areOwnFiles(db: Db, userId: string, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from file f where f.id = any (${[...ids]}) and f.owner_id = ${userId}
    and f.purpose = 'taskInput'`.execute(db)
  return rows[0]!.n === new Set(ids).size
}

/** The age of a file; undefined if the file no longer exists. */
export async function fileAge(db: Db, id: string): Promise<{ hours: number } | undefined> {
  const { rows } = await sql<{ hours: number }>`select extract(epoch from now() - f.create_time)::float8 / 3600 as hours
    from file f where f.id = ${id}`.execute(db)
  return rows[0]
}

/** Replaces the task's file; the next cleaning removes the old one. The new version makes older edits fail as stale. */
export const setFile = (db: Db, syncId: string, object: ObjectType, fileId: string) =>
  sql`update sync_config set options = options || jsonb_build_object(${object === 'org' ? 'orgFile' : 'userFile'}::text, ${fileId}::text),
      version = version + 1, update_time = now() where id = ${syncId}`.execute(db)
