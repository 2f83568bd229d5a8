import { sql } from 'kysely'
import type { BodyOf } from '@hufu/contract/call'
import type { user } from '@hufu/contract/directory/user'
import { everyone } from '../../../../platform/access/scope.ts'
import { refuseElsewhere } from '../../../../platform/access/seniority.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { idCardColumns } from './sealed-numbers.ts'
import { sensitiveOf } from '../list/user-read.sql.ts'
import { lockUser, type WriteContext } from './user-write.sql.ts'

/**
 * Compares name and ID number with the stored ones, and stores the number where there is none. Returns false where they
 * differ; the schema has checked form and check digit.
 */
export async function authenticate(ctx: WriteContext, keys: Keys, body: BodyOf<typeof user.authenticate>): Promise<boolean> {
  const { db } = ctx
  const person = await lockUser(ctx, body.userId)
  await refuseElsewhere(db, ctx.scope, [body.userId])
  const { idCard } = await sensitiveOf(db, keys, body.userId)
  if (person.realName !== body.realName || (idCard !== null && idCard !== body.idCard)) return false
  // Stored before certification, because a change of the number ends an earlier certification.
  if (idCard === null)
    await everyone('lockUser has found this user within the scope', db.updateTable('users'))
      .set(idCardColumns(keys, body.idCard))
      .where('id', '=', body.userId)
      .execute()
  await everyone('lockUser has found this user within the scope', db.updateTable('users'))
    .set(column => ({ authenticated: 1, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', '=', body.userId)
    .execute()
  return true
}
