import { sql } from 'kysely'
import type { Db } from '../../server/src/platform/database/db.ts'

/** One mistake each; statements.test.ts must find them all. */
export const wrongKind = (db: Db) => sql<{ name: number }>`select name from org`.execute(db)
export const maybeNull = (db: Db) => sql<{ phone: string }>`select phone from org`.execute(db)
export const notSelected = (db: Db) => sql<{ id: string; name: string }>`select id from org`.execute(db)
export const notAsserted = (db: Db) => sql<{ id: string }>`select id, name from org`.execute(db)
export const noSuchColumn = (db: Db) => sql<{ id: string }>`select idd as id from org`.execute(db)

/** Wrong in one of its two forms. */
export const oneForm = (db: Db, counted: boolean) =>
  sql<{ n: number }>`select ${counted ? sql`count(*)` : sql`min(name)`} as n from org`.execute(db)
