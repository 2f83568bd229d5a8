import { OPERATION_ROWS_MAX, type OperationRestoration, type OperationRow } from '@hufu/contract/operations/data-history'
import { refusals } from '@hufu/contract/refusals'
import { runRolledBack } from '../../../platform/database/db.ts'
import { unlessRefused } from '../../../platform/database/savepoint.ts'
import type { Context } from '../../../platform/http/context.ts'
import { refusedFrom } from '../../../platform/http/errors.ts'
import { type Refused, refuse, sentenceOf } from '../../../platform/http/refuse.ts'
import { isReviewed } from '../../directory/index.ts'
import { isSeparated } from '../../permission/index.ts'
import { type FoundChange, historyOfOperations } from './history-list.sql.ts'
import { planOf } from './plan.ts'
import { markOperationsUndone, operationsDue } from './present.sql.ts'
import { restore, restoreTogether, type Submitted } from './restore.ts'

/** Changes that must be undone together. */
type Unit = readonly FoundChange[]
export interface Left {
  entry: FoundChange
  refused: Refused
}
interface Undone {
  restored: number
  left: Left[]
  submitted: Submitted | undefined
}

/**
 * Groups the job changes that one operation made for a user, because the user must have one main job at any time. Where they are
 * reviewed, with those of the user's fields, because only one request about a user can be pending.
 */
function unitsOf(ctx: Context, entries: readonly FoundChange[]): Unit[] {
  const withFields = isReviewed(ctx, 'user')
  const of = ({ id, tableName, recordId, operateType, operationId, before, after }: FoundChange) => {
    if (tableName === 'job') return `${operationId} ${String((after ?? before)!.user_id)}`
    return withFields && tableName === 'users' && operateType === 'update' ? `${operationId} ${recordId}` : id
  }
  return [...Map.groupBy(entries, of).values()]
}

/** Undoes as many changes as possible, the last one first. Refused ones are tried again as long as others succeed. */
export async function undoChanges(ctx: Context, entries: readonly FoundChange[]): Promise<Undone> {
  let restored = 0
  let submitted: Submitted | undefined
  let units = unitsOf(ctx, entries)
  for (;;) {
    const [again, left]: [Unit[], Left[]] = [[], []]
    for (const unit of units) {
      const refused = await unlessRefused(ctx.db, async () => {
        submitted = (await (unit.length === 1 ? restore(ctx, unit[0]!) : restoreTogether(ctx, unit))) ?? submitted
      })
      if (!refused) restored += unit.length
      else {
        again.push(unit)
        left.push(...unit.map(entry => ({ entry, refused })))
      }
    }
    if (again.length === 0 || again.length === units.length) return { restored, left, submitted }
    units = again
  }
}

/** Whether to report the change as left; not if it was undone along with another one. */
export const isReportedAsLeft = ({ refused }: Left) => refused.reason !== 'historySame'

async function rowOf({ db }: Context, { entry, refused }: Left): Promise<OperationRow> {
  const { id, tableName, recordName, operateType } = entry
  const { left } = await planOf(db, entry)
  return { id, tableName, recordName, operateType, left: [...left], refusal: sentenceOf(refused.refusal, refused.detail) }
}

/**
 * Undoes what an operation, or all operations of a bulk, changed and nobody has changed since. Of more than OPERATION_ROWS_MAX
 * changes, only the latest are undone at once.
 */
async function restoreOperations(ctx: Context, id: string): Promise<OperationRestoration & { ids: readonly string[] }> {
  const { db } = ctx
  if (await isSeparated(db)) refuse('restoreOneByOne')
  const { ids, remaining } = (await operationsDue(db, id, OPERATION_ROWS_MAX)) ?? refuse('historyMissing')
  if (ids.length === 0) refuse('historyUndone')
  const entries = await historyOfOperations(db, ids, OPERATION_ROWS_MAX + 1)
  if (entries.length > OPERATION_ROWS_MAX) refuse('historyTooMany', { max: OPERATION_ROWS_MAX })
  const { restored, left } = await undoChanges(ctx, entries)
  // If older changes remain, a call that restored nothing still succeeds, so that the next call reaches them.
  if (restored === 0 && remaining === 0) refuse(left.some(isReportedAsLeft) ? 'historyNothing' : 'historySame')
  const staying: OperationRow[] = []
  for (const one of left.filter(isReportedAsLeft)) staying.push(await rowOf(ctx, one))
  return { restored, stays: staying, remaining, refusal: null, ids }
}

/** What undoing the operation would do: carries it out and rolls it back. */
export async function previewOperation(ctx: Context, id: string): Promise<OperationRestoration> {
  const actor = { userId: ctx.who.userId, sessionId: ctx.who.sessionId, traceId: ctx.traceId }
  try {
    const { ids: _ids, ...restoration } = await runRolledBack(ctx.kernel.db, actor, db =>
      restoreOperations({ ...ctx, db, afterCommit: () => undefined }, id),
    )
    return restoration
  } catch (error) {
    const refused = refusedFrom(error)
    if (!refused) throw error
    return { restored: 0, stays: [], remaining: 0, refusal: sentenceOf(refusals[refused.reason], refused.detail) }
  }
}

export async function undoOperation(ctx: Context, id: string): Promise<OperationRestoration> {
  ctx.auditTarget(id)
  const { ids, ...restoration } = await restoreOperations(ctx, id)
  await markOperationsUndone(ctx.db, ids, id, ctx.traceId)
  return restoration
}
