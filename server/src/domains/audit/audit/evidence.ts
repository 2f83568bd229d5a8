import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { storeFile } from '../../../platform/files/files.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import { sectionsOf, type ChainSection } from './chain.sql.ts'
import { bodyOf, FORMAT, signedLine, writeCheckpoints } from './checkpoint.ts'
import { checkpointsOf, type SignedCheckpoint } from './checkpoint.sql.ts'
import { rowsAfter, type EvidenceRow } from './evidence.sql.ts'
import { requireFullScope } from './full-scope.ts'
import { text } from './text.ts'

export const EVIDENCE = 'exportEvidence'
export interface EvidenceOrder {
  beginTime: string
  endTime: string
  reason: string
  userName: string
}
type Run = RunningTask<EvidenceOrder, never>

const BATCH = 1000
const GZIP_LEVEL = 3
const PIECE_BYTES = 64 * 1024

/** Exports the records of a period as lines that an auditor verifies on their own; tools/verify-audit.mjs describes the format. */
export async function exportEvidence(kernel: Kernel, task: Run): Promise<{ message: string; fileId: string }> {
  const { db } = kernel
  const { beginTime, endTime } = task.payload
  await requireFullScope(kernel, task.ownerId)
  await task.report({ stage: text.signing })
  await writeCheckpoints(kernel, 'export')
  const stretches = await sectionsOf(db, task.payload)
  const total = stretches.reduce((sum, { before, last }) => sum + last.seq - before.seq, 0)
  await task.report({ stage: text.writing, progress: 0, total })
  const written = { records: 0 }
  const about = { fileName: text.evidenceFile(beginTime, endTime), contentType: 'application/gzip' }
  const fileId = await storeFile(
    db,
    { ...about, ownerId: task.ownerId, purpose: 'taskResult', temporary: true },
    packed(signedFile(kernel, task, stretches, written)),
  )
  return { message: text.evidenceWritten(written.records), fileId }
}

async function* packed(pieces: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  const gzip = createGzip({ level: GZIP_LEVEL, chunkSize: PIECE_BYTES })
  // The callback ignores an error, because pipeline destroys gzip with it and the loop below then throws it.
  pipeline(Readable.from(pieces, { highWaterMark: 2 }), gzip, () => {})
  yield* gzip as AsyncIterable<Buffer>
}

/** The file: manifest, chains and an end line, whose signature covers every byte before it. */
async function* signedFile(kernel: Kernel, task: Run, stretches: ChainSection[], written: { records: number }): AsyncGenerator<string> {
  const whole = createHash('sha256')
  const piece = (lines: string[]) => {
    const all = `${lines.join('\n')}\n`
    whole.update(all, 'utf8')
    return all
  }
  yield piece([signedLine(kernel.keys, 'manifest', manifestOf(kernel, task, stretches))])
  for (const stretch of stretches)
    for await (const { lines, records } of linesOf(kernel, stretch, task.payload.endTime)) {
      written.records += records
      yield piece(lines)
      await task.report({ progress: written.records })
    }
  yield `${signedLine(kernel.keys, 'end', { records: written.records, sha256: whole.digest('hex') })}\n`
}

function manifestOf({ keys }: Kernel, { payload }: Run, chains: ChainSection[]) {
  const { beginTime, endTime, reason, userName } = payload
  return {
    format: FORMAT,
    system: text.system,
    period: { begin: beginTime, end: endTime },
    exportedAt: new Date().toISOString(),
    exportedBy: userName,
    reason,
    digest: 'SHA-256',
    signature: 'Ed25519',
    key: keys.publicKey('checkpoint'),
    chains,
  }
}

/** The lines of one chain in batches. A checkpoint after each detects a change of the file within a thousand records. */
async function* linesOf(
  { db, keys }: Kernel,
  stretch: ChainSection,
  endTime: string,
): AsyncGenerator<{ lines: string[]; records: number }> {
  const { lane: chain, before, last } = stretch
  const waiting = await checkpointsOf(db, stretch, endTime)
  const dueLines = (seq: number) => waiting.splice(0, countUpTo(waiting, seq)).map(lineOf)
  const next = (seq: number) => rowsAfter(db, chain, seq, last.seq, BATCH)
  let coming = next(before.seq)
  for (let rows = await coming; rows.length > 0; rows = await coming) {
    const end = rows.at(-1)!
    coming = next(end.seq)
    // The next iteration awaits this; if the task ends earlier, its failure must not become an unhandled rejection.
    coming.catch(() => undefined)
    const lines = rows.flatMap(row => [...dueLines(row.seq - 1), recordLine(row)])
    const own = { lane: chain, seq: end.seq, digest: end.digest, time: new Date().toISOString(), kind: 'file' as const }
    yield { lines: [...lines, ...dueLines(end.seq), signedLine(keys, 'checkpoint', own)], records: rows.length }
  }
  if (waiting.length > 0) yield { lines: waiting.map(lineOf), records: 0 }
}

const countUpTo = (checkpoints: readonly SignedCheckpoint[], seq: number): number => {
  const beyond = checkpoints.findIndex(checkpoint => checkpoint.seq > seq)
  return beyond < 0 ? checkpoints.length : beyond
}

/** Keeps the original signature, so that a forged checkpoint is detected. */
const lineOf = (checkpoint: SignedCheckpoint): string => JSON.stringify({ checkpoint: bodyOf(checkpoint), signature: checkpoint.signature })

const recordLine = (row: EvidenceRow): string => JSON.stringify(row)
