import type { UserFilter } from '@hufu/contract/directory/user'
import { sql } from 'kysely'
import { refuseElsewhere, refuseHigher } from '../../../../platform/access/seniority.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { personInScope, type Scope } from '../../../../platform/access/scope.ts'
import type { Context } from '../../../../platform/http/context.ts'
import { idsOf } from './user-list.sql.ts'

/** The most people a bulk operation by filters may affect. */
const BULK_MAX = 100_000

interface Choice {
  ids: readonly string[] | null | undefined
  filter: UserFilter | undefined
}

/** The people of a batch: the given ids, all of which must be in scope, else those the filters find. */
export async function chosenUsers(db: Db, scope: Scope, keys: Keys, { ids, filter }: Choice): Promise<string[]> {
  if (ids && ids.length > 0) {
    const wanted = [...new Set(ids)]
    const { rows } = await sql<{
      id: string
    }>`select u.id from live_user u where u.id = any (${wanted}) and ${personInScope(scope, 'u.id')}`.execute(db)
    return rows.length === wanted.length ? wanted : refuse('userMissing')
  }
  if (!filter || Object.values(filter).every(value => value === undefined)) refuse('nothingChosen')
  const found = await idsOf(db, { scope, filter, keys }, BULK_MAX + 1)
  return found.length > BULK_MAX ? refuse('bulkTooMany', { max: BULK_MAX }) : found
}

/** The target of a bulk operation; `expected` is the count the caller has seen. */
interface BulkTarget extends Choice {
  expected: number | null | undefined
}

/** As aimedUsers, for operations on accounts: also refused if the caller has only a second job of one of the users in scope. */
export async function aimedAccounts(db: Db, ctx: Pick<Context, 'scope' | 'who' | 'kernel'>, aim: BulkTarget): Promise<string[]> {
  const ids = await aimedUsers(db, ctx, aim)
  await refuseElsewhere(db, ctx.scope, ids)
  return ids
}

/**
 * The users of a bulk operation. The whole operation is refused if one of them ranks above the caller (docs/decisions/rights.md, 0012), or
 * if the filters find another number than the caller expects.
 */
export async function aimedUsers(db: Db, ctx: Pick<Context, 'scope' | 'who' | 'kernel'>, aim: BulkTarget): Promise<string[]> {
  const ids = await chosenUsers(db, ctx.scope, ctx.kernel.keys, aim)
  await refuseHigher(db, ctx.who, ids)
  refuseUnexpected(ids, aim)
  return ids
}

/** As aimedUsers, for operations that change nothing: users who rank above the caller are allowed. */
export async function expectedUsers(db: Db, { scope, kernel }: Pick<Context, 'scope' | 'kernel'>, aim: BulkTarget): Promise<string[]> {
  const ids = await chosenUsers(db, scope, kernel.keys, aim)
  refuseUnexpected(ids, aim)
  return ids
}

function refuseUnexpected(found: readonly string[], { ids, expected }: BulkTarget): void {
  const isByFilter = !ids || ids.length === 0
  if (isByFilter && typeof expected !== 'number') refuse('expectedMissing', { count: found.length })
  if (typeof expected === 'number' && expected !== found.length) refuse('expectedDiffers', { count: found.length, expected })
}
