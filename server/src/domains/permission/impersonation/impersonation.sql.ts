import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'

export async function impersonationTarget(db: Db, id: string): Promise<{ id: string; realName: string }> {
  const person = await everyone('only super administrators impersonate', db.selectFrom('liveUser'))
    .select(['id', 'realName'])
    .where('id', '=', id)
    .executeTakeFirst()
  return person ?? refuse('userMissing')
}

export const setImpersonation = (db: Db, sessionId: string, userId: string | null) =>
  db.updateTable('session').set({ viewing: userId }).where('id', '=', sessionId).execute()
