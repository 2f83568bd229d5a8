import { OPERATION_ROWS_MAX, type OperationRestoration, type OperationRow } from '@hufu/contract/operations/data-history'
import { refusals } from '@hufu/contract/refusals'
import { tryOut } from '../../../platform/database/db.ts'
import { unlessRefused } from '../../../platform/database/savepoint.ts'
import type { Context } from '../../../platform/http/context.ts'
import { refusedFrom } from '../../../platform/http/errors.ts'
import { type Refused, refuse, sentenceOf } from '../../../platform/http/refuse.ts'
import { isSeparated } from '../../permission/index.ts'
import { type Found, historyOfOperation } from './history-list.sql.ts'
import { planOf } from './plan.ts'
import { markOperationUndone, operationState } from './present.sql.ts'
import { restore } from './restore.ts'

interface Left {
  entry: Found
  refused: Refused
}

/** Undoes what it can, the last change first; changes that depend on others of the operation are tried again after those. */
async function takeBack(ctx: Context, entries: readonly Found[]): Promise<{ restored: number; left: Left[] }> {
  let restored = 0
  let due = entries
  for (;;) {
    const left: Left[] = []
    for (const entry of due) {
      const refused = await unlessRefused(ctx.db, () => restore(ctx, entry))
      if (refused) left.push({ entry, refused })
      else restored++
    }
    if (left.length === 0 || left.length === due.length) return { restored, left }
    due = left.map(({ entry }) => entry)
  }
}

/** A change that was undone along with another one is not reported as left. */
const stays = ({ refused }: Left) => refused.reason !== 'historySame'

async function rowOf({ db }: Context, { entry, refused }: Left): Promise<OperationRow> {
  const { id, tableName, recordName, operateType } = entry
  const { left } = await planOf(db, entry)
  return { id, tableName, recordName, operateType, left: [...left], refusal: sentenceOf(refused.refusal, refused.detail) }
}

/** Undoes everything an operation changed and nobody has changed since. */
export async function restoreOperation(ctx: Context, operationId: string): Promise<OperationRestoration> {
  const { db } = ctx
  if (await isSeparated(db)) refuse('restoreOneByOne')
  const { isUndone } = (await operationState(db, operationId)) ?? refuse('historyMissing')
  if (isUndone) refuse('historyUndone')
  const entries = await historyOfOperation(db, operationId, OPERATION_ROWS_MAX + 1)
  if (entries.length > OPERATION_ROWS_MAX) refuse('historyTooMany', { max: OPERATION_ROWS_MAX })
  const { restored, left } = await takeBack(ctx, entries)
  if (restored === 0) refuse(left.some(stays) ? 'historyNothing' : 'historySame')
  const told: OperationRow[] = []
  for (const one of left.filter(stays)) told.push(await rowOf(ctx, one))
  return { restored, stays: told, refusal: null }
}

/** Does the same and rolls it back. */
export async function previewOperation(ctx: Context, operationId: string): Promise<OperationRestoration> {
  const actor = { userId: ctx.who.userId, sessionId: ctx.who.sessionId, traceId: ctx.traceId }
  try {
    return await tryOut(ctx.kernel.db, actor, db => restoreOperation({ ...ctx, db, afterCommit: () => undefined }, operationId))
  } catch (error) {
    const refused = refusedFrom(error)
    if (!refused) throw error
    return { restored: 0, stays: [], refusal: sentenceOf(refusals[refused.reason], refused.detail) }
  }
}

export async function undoOperation(ctx: Context, operationId: string): Promise<OperationRestoration> {
  ctx.auditTarget(operationId)
  const done = await restoreOperation(ctx, operationId)
  if (!(await markOperationUndone(ctx.db, operationId, ctx.traceId))) refuse('historyUndone')
  return done
}
