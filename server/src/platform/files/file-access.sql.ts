import { sql } from 'kysely'
import { anyMenu } from '@hufu/contract/call'
import type { Db } from '../database/db.ts'
import type { StoredFile } from './files.ts'
import { personInScope, type Scope } from '../access/scope.ts'
import type { Acting } from '../access/seniority.ts'

/** Who reads a file: the caller, the scope in which they see users, and whether they see applications. */
export interface Reader {
  who: Acting
  people: Scope | undefined
  apps: boolean
}

/** What pickers show on every page: users in the caller's scope, and applications. */
export function readerOf(who: Acting): Reader {
  const people = who.rights.scopeOf(anyMenu)
  return { who, people, apps: people !== undefined }
}

/** The three settings that refer to files and are shown before sign-in. */
export async function isForEverybody(db: Db, fileId: string): Promise<boolean> {
  const { rows } = await sql`select from file_use where file_id = ${fileId} and kind = 'config' limit 1`.execute(db)
  return rows.length > 0
}

/**
 * A file is readable by its uploader and by everybody who may read an object that refers to it (N-07). The result of a task is only
 * for the user who started it (T15).
 */
export async function mayRead(db: Db, { who, people, apps }: Reader, found: StoredFile): Promise<boolean> {
  if (found.ownerId === who.userId || who.rights.isAdmin) return true
  if (found.purpose === 'taskResult' || found.purpose === 'taskInput') return false
  const person = people ? sql`(u.holder_id = ${who.userId} or ${personInScope(people, 'u.holder_id')})` : sql`u.holder_id = ${who.userId}`
  const { rows } = await sql`select from file_use u where u.file_id = ${found.id} and (u.kind in ('notice', 'config')
    or (u.kind = 'avatar' and ${person}) or (u.kind = 'app' and ${apps})) limit 1`.execute(db)
  return rows.length > 0 || hasApp(db, who.userId, found.id)
}

/** Users entitled to an application see its logo. */
async function hasApp(db: Db, userId: string, fileId: string): Promise<boolean> {
  const { rows } = await sql`select from file_use u where u.file_id = ${fileId} and u.kind = 'app'
    and exists (select from paths_of(${userId}) p where p.app_id = u.holder_id and p.fault is null) limit 1`.execute(db)
  return rows.length > 0
}
