import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

export const listNotices = (db: Db) =>
  db.selectFrom('notice').select(['id', 'fileId', 'title']).where('status', '=', 1).orderBy('sortNum').orderBy('createTime').execute()

/** Notices for everybody's inbox. */
export const publishedNotices = sql`select id, title, file_id, create_time from notice where status = 1`
