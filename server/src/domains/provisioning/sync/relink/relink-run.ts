import type { Brake } from '@hufu/contract/provisioning/sync'
import type { RunningTask } from '../../../../platform/tasks/running-task.ts'
import { notifyOfRun } from '../../watcher/watcher.ts'
import { identityOf, labelOf } from '../mapping/fields.ts'
import { problem, type CompareContext } from '../compare/compare-context.ts'
import { withLines } from '../mapping/mapping.ts'
import { filledCounts } from '../run/plan.ts'
import { linkedRows, settleRelink, writeRelink } from './relink-all.sql.ts'
import { Relinking } from './relink-read.ts'
import { countRows, digestOf, updateRowStatistics } from '../compare/rows.sql.ts'
import { endRun, messageOf, replaceWaiting, savePlan, type StoredRun } from '../run/run.sql.ts'
import { logRun } from '../report/log-run.ts'
import { text } from '../text.ts'

type Task = RunningTask<unknown, unknown>

/**
 * Gives links the ids of another source field: first reads and plans, then writes once the plan is released. No user or
 * organisation changes.
 */
export async function runRelink(task: Task, context: CompareContext, run: StoredRun): Promise<string> {
  const { db, sync } = context
  if (run.state === 'reading') return planRelink(task, context, run)
  if (run.state !== 'released') return messageOf(db, run.id)
  return db.transaction().execute(async trx => {
    const { lines, version } = run.relink!
    const message = text.run.relinked(await writeRelink(trx, run, { mapping: withLines(sync.mapping, lines), version }))
    await endRun(trx, run, { state: 'done', message })
    await logRun(trx, sync, run, { isDone: true, message })
    return message
  })
}

async function planRelink(task: Task, context: CompareContext, run: StoredRun): Promise<string> {
  const { kernel, db, sync } = context
  await task.report({ stage: text.run.reading })
  const relinking = await Relinking.of(context, run)
  const read = await relinking.read(rows => task.report({ total: rows }))
  await task.report({ stage: text.run.planning })
  await updateRowStatistics(db, read)
  for (const object of relinking.objects)
    await settleRelink(db, run, object, {
      twice: problem(labelOf(object, identityOf[object]), text.row.sameNewId),
      absent: problem('', text.row.linkKept),
    })
  const counts = filledCounts(await countRows(db, run.id))
  const goneCount = counts.org.gone + counts.user.gone
  const brake = brakesOfRelink(await linkedRows(db, run.id), goneCount)
  const message =
    brake.length > 0
      ? text.run.blocked(brake.map(one => one.words).join('；'))
      : text.run.relinkPlanned(counts.org.changed + counts.user.changed, goneCount)
  const state = brake.length > 0 ? ('blocked' as const) : ('planned' as const)
  const plan = {
    isComplete: true,
    readOrg: read.org,
    readUser: read.user,
    counts,
    brake,
    losses: [],
    digest: await digestOf(db, run.id),
    message,
  }
  await db.transaction().execute(async trx => {
    await savePlan(trx, run.id, { state, replaced: await replaceWaiting(trx, sync.id) }, plan)
    await endRun(trx, run, { state, message })
    if (state === 'planned') return
    await logRun(trx, sync, run, { isDone: false, message })
    await notifyOfRun(trx, kernel, sync, 'syncBlocked')
  })
  return message
}

const SAME_PERCENT = 50

/** Stops a plan in which linked rows would count as gone, or whose source has less than half of the linked objects. */
function brakesOfRelink({ matched, refused }: { matched: number; refused: number }, goneCount: number): Brake[] {
  const same = matched + goneCount === 0 ? 100 : Math.round((matched * 100) / (matched + goneCount))
  return [
    ...(refused > 0 ? [{ rule: 'noNewId' as const, limit: 0, found: refused, words: text.brake.noNewId(refused) }] : []),
    ...(same < SAME_PERCENT ? [{ rule: 'otherIds' as const, limit: SAME_PERCENT, found: same, words: text.brake.otherIds(same) }] : []),
  ]
}
