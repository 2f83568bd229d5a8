import { ROOT_ORG } from '@hufu/contract/screens'
import type { Kysely } from 'kysely'
import type { Tables } from '../../server/migrations/tables.ts'
import { spelling } from '../../server/src/domains/directory/org/org-rows.sql.ts'
import { inTransaction, SYSTEM } from '../../server/src/platform/database/db.ts'
import { newId } from '../../server/src/platform/database/ids.ts'
import { divisions } from '../sample/divisions.ts'
import { inBatches, insertRows, pipelined, withoutLimits } from './rows.ts'

const BATCH = 5000

/** Adds the divisions below the root that do not exist yet, by their codes. Returns how many were added. */
export async function seedOrgs(db: Kysely<Tables>): Promise<number> {
  return inTransaction(db, SYSTEM, async trx => {
    await withoutLimits(trx)
    const present = await trx.selectFrom('org').select(['id', 'code']).where('deletedAt', 'is', null).execute()
    const idOf = new Map(present.map(({ id, code }) => [code, id]))
    idOf.set('', ROOT_ORG)
    const missing = divisions().filter(({ code }) => !idOf.has(code))
    for (const { code } of missing) idOf.set(code, newId())
    const placeOf = new Map<string, number>()
    const rows = missing.map(({ code, name, parent }) => {
      const sortNum = (placeOf.get(parent) ?? 0) + 1
      placeOf.set(parent, sortNum)
      return { id: idOf.get(code), parentId: idOf.get(parent), name, code, sortNum, ...spelling(name, code) }
    })
    await pipelined(inBatches(rows, BATCH), batch => insertRows(trx, 'org', batch))
    return rows.length
  })
}
