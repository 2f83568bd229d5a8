import { refuse } from '../../../../platform/http/refuse.ts'
import type { Context } from '../../../../platform/http/context.ts'
import { startRun } from './start.ts'
import type { ObjectType } from '../sources/source.ts'

interface FailedRow {
  syncId: string | null
  objectType: ObjectType | 'all'
  originId: string | null
}

/** Starts a run that reads the objects of failed rows once more, as the source has them now. */
export async function retryReads(
  { db, kernel, who, auditTarget, afterCommit }: Pick<Context, 'db' | 'kernel' | 'who' | 'auditTarget' | 'afterCommit'>,
  rows: readonly FailedRow[],
): Promise<string> {
  const [{ syncId }] = rows as [FailedRow]
  if (syncId === null) return refuse('syncMissing')
  if (rows.some(row => row.syncId !== syncId)) refuse('syncRetryMixed')
  const only = rows.flatMap(({ objectType, originId }) => (objectType === 'all' || originId === null ? [] : [{ objectType, originId }]))
  auditTarget(syncId)
  const taskId = await startRun(db, kernel, { syncId, mode: 'one', trigger: 'hand', userId: who.userId, only })
  afterCommit(() => kernel.tasks.wake())
  return taskId
}
