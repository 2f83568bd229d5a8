import type { AuditProblem, IntegrityCheck } from '@hufu/contract/audit/audit'
import type { Db } from '../../../platform/database/db.ts'

interface Result {
  id: string
  userId: string
  beginTime?: string | undefined
  endTime?: string | undefined
  records: number
  problem: AuditProblem | undefined
}

/** Stores the result once: a task that is resumed after that has the same result. */
export const keepCheck = (db: Db, { beginTime, endTime, problem, ...result }: Result) =>
  db
    .insertInto('auditProof')
    .values({ ...result, beginTime: beginTime ?? null, endTime: endTime ?? null, fault: problem ? JSON.stringify(problem) : null })
    .onConflict(row => row.doNothing())
    .execute()

export async function lastCheck(db: Db): Promise<IntegrityCheck | null> {
  const row = await db
    .selectFrom('auditProof')
    .select(['id', 'createTime', 'beginTime', 'endTime', 'records', 'fault'])
    .orderBy('createTime', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
