import type { StandingKind } from '@hufu/contract/standing'
import type { Db } from '../../kernel/db.ts'

export const listStandings = (db: Db, kind: StandingKind) =>
  db
    .selectFrom('standing')
    .select(['id', 'name', 'code'])
    .where('kind', '=', kind)
    .where('status', '=', 1)
    .orderBy('sortNum')
    .orderBy('id')
    .execute()

export const listLabels = (db: Db) =>
  db.selectFrom('userLabel').select(['id', 'name', 'color']).where('status', '=', 1).orderBy('sortNum').orderBy('id').execute()
