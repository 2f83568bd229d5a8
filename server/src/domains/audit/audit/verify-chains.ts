import type { AuditProblem } from '@hufu/contract/audit/audit'
import type { Kernel } from '../../../platform/kernel.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import { idAt, isMoved, isOwned, sectionsOf, walk, type Link, type ChainSection } from './chain.sql.ts'
import { isGenuine } from './checkpoint.ts'
import { checkpointsOf, lastCutTime, type SignedCheckpoint } from './checkpoint.sql.ts'
import { keepCheck } from './integrity-check.sql.ts'
import { requireFullScope } from './full-scope.ts'
import { text } from './text.ts'

export const PROVE = 'proveOperLog'
export interface Period {
  beginTime?: string | undefined
  endTime?: string | undefined
}
type VerifyTask = RunningTask<Period, never>

const STEP = 5000

/** Verifies every chain from record to record and checkpoint to checkpoint, and stores the result. */
export async function verifyChains(kernel: Kernel, task: VerifyTask): Promise<{ message: string }> {
  const { db } = kernel
  await requireFullScope(kernel, task.ownerId)
  const period = task.payload
  const stretches = await sectionsOf(db, period)
  const total = stretches.reduce((sum, { before, last }) => sum + last.seq - before.seq, 0)
  await task.report({ stage: text.proving, progress: 0, total })
  let records = 0
  let problem: AuditProblem | undefined
  for (const stretch of stretches) {
    problem = await problemOf(kernel, stretch, period, async count => {
      records += count
      await task.report({ progress: Math.min(records, total) })
    })
    if (problem) break
  }
  await keepCheck(db, { id: task.id, userId: task.ownerId, ...period, records, problem })
  return { message: problem ? text.faulty(problem) : text.whole(records, await lastCutTime(db)) }
}

/** The first problem of a chain, in its links or its checkpoints. */
async function problemOf(kernel: Kernel, stretch: ChainSection, period: Period, report: (count: number) => Promise<void>) {
  const link = await problemOfLinks(kernel, stretch, report)
  const checkpoints = await checkpointsOf(kernel.db, stretch, period.endTime)
  const contradiction = await problemOfCheckpoints(kernel, stretch, checkpoints)
  if (link && contradiction) return contradiction.seq < link.seq ? contradiction : link
  return link ?? contradiction
}

async function problemOfLinks(
  { db }: Kernel,
  stretch: ChainSection,
  report: (count: number) => Promise<void>,
): Promise<AuditProblem | undefined> {
  const { lane: chain, before, last, after } = stretch
  let from: Link = before
  while (from.seq < last.seq) {
    const to = Math.min(from.seq + STEP, last.seq)
    const step = await walk(db, chain, from, to)
    if (step.mismatch) return explain(db, chain, step.mismatch)
    if (!step.last || step.last.seq !== to) return { kind: 'missing', lane: chain, seq: (step.last ?? from).seq + 1, id: null }
    from = step.last
    await report(step.count)
  }
  if (!after) return undefined
  if (after.seq !== from.seq + 1) return { kind: 'missing', lane: chain, seq: from.seq + 1, id: null }
  if (after.prevDigest !== from.digest) return locateChangedRecord(db, chain, after.seq)
  return undefined
}

type Mismatch = NonNullable<Awaited<ReturnType<typeof walk>>['mismatch']>
async function explain(db: Kernel['db'], chain: number, { seq, id, isOwn, beforeSeq }: Mismatch): Promise<AuditProblem> {
  if (seq !== beforeSeq + 1) return { kind: 'missing', lane: chain, seq: beforeSeq + 1, id: null }
  if (!isOwn) return { kind: (await isMoved(db, chain, seq)) ? 'swapped' : 'changed', lane: chain, seq, id }
  return locateChangedRecord(db, chain, seq)
}

/**
 * Record `seq` and the one before do not match, though each matches its own digest. If the next record confirms `seq`, the
 * one before was changed.
 */
async function locateChangedRecord(db: Kernel['db'], chain: number, seq: number): Promise<AuditProblem> {
  const isBefore = seq > 1 && (await isOwned(db, chain, seq)) !== false
  const bad = isBefore ? seq - 1 : seq
  return { kind: 'changed', lane: chain, seq: bad, id: await idAt(db, chain, bad) }
}

async function problemOfCheckpoints(
  { db, keys }: Kernel,
  { lane: chain, last }: ChainSection,
  checkpoints: SignedCheckpoint[],
): Promise<AuditProblem | undefined> {
  for (const checkpoint of checkpoints) {
    const { seq, held, digest } = checkpoint
    if (!isGenuine(keys, checkpoint)) return { kind: 'forged', lane: chain, seq, id: await idAt(db, chain, seq) }
    if (held === null && seq > last.seq) return { kind: 'cut', lane: chain, seq: last.seq + 1, id: null }
    if (held !== null && held !== digest) return { kind: 'rewritten', lane: chain, seq, id: await idAt(db, chain, seq) }
  }
  return undefined
}
