import type { Db } from '../../../platform/database/db.ts'

export const listNotices = (db: Db) =>
  db.selectFrom('notice').select(['id', 'fileId', 'title']).where('status', '=', 1).orderBy('sortNum').orderBy('createTime').execute()
