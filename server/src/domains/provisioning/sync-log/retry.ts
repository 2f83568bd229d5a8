import type { BodyOf } from '@hufu/contract/call'
import type { syncLog } from '@hufu/contract/provisioning/sync-log'
import type { Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { retryReads } from '../sync/run/retry-reads.ts'
import { retryPushes } from '../push/retry-pushes.ts'
import { findRows, type FailedRow } from './retry.sql.ts'

type Retrying = Context<unknown, BodyOf<typeof syncLog.retry>>

/** The functions that retry failed rows, by the direction of their task; each returns the id of its background task. */
const retriers: Readonly<Record<FailedRow['direction'], (ctx: Retrying, rows: readonly FailedRow[]) => Promise<string>>> = {
  out: retryPushes,
  in: retryReads,
}

/** Retries rows, of which all must have failed. */
export async function retryRows(ctx: Retrying): Promise<string> {
  const wanted = new Set(ctx.body.ids)
  if (wanted.size === 0) refuse('nothingChosen')
  const rows = await findRows(ctx.db, ctx.scope, [...wanted])
  if (rows.length < wanted.size) refuse('syncLogMissing')
  if (!rows.every(({ isFailed }) => isFailed)) refuse('syncLogNotFailed')
  const [{ direction }] = rows as [FailedRow]
  if (!rows.every(row => row.direction === direction)) refuse('syncRetryMixed')
  return retriers[direction](ctx, rows)
}
