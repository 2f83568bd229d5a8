import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { operLog } from '@hufu/contract/audit/audit'
import { file } from '@hufu/contract/operations/file'
import { EVIDENCE } from '../src/domains/audit/audit/evidence.ts'
import { PROVE } from '../src/domains/audit/audit/verify-chains.ts'
import { finished, type TestServer } from './harness.ts'

const VERIFIER = new URL('../../tools/verify-audit.mjs', import.meta.url).pathname
/** A period that covers everything. */
export const ALWAYS = { beginTime: '2020-01-01 00:00:00', endTime: '2099-12-31 23:59:59' }

/** Starts the task without a call, because a call would add a record to a chain, perhaps to the one under test. */
async function run({ kernel, admin }: TestServer, kind: string, payload: object) {
  const id = await kernel.db.transaction().execute(db => kernel.tasks.start(db, { userId: '1' }, kind, payload, randomUUID()))
  kernel.tasks.wake()
  return { id, ...(await finished(admin, id)) }
}

/** The evidence of a period as the auditor gets it: its packed bytes. */
export async function evidenceOf(server: TestServer, period = ALWAYS): Promise<Buffer> {
  const { fileId } = await run(server, EVIDENCE, { ...period, reason: '年度审计', userName: 'admin' })
  return (await server.admin.send(file.download, { query: { fileId } })).bytes
}

export const linesOf = (packed: Buffer): string[] => gunzipSync(packed).toString('utf8').split('\n').slice(0, -1)
export const fileOf = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`)

/** The verifier's result for a file, run as an auditor runs it: on its own, without the environment. */
export async function verified(bytes: Buffer, ...more: string[]): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'evidence-'))
  const path = join(folder, 'evidence')
  await writeFile(path, bytes)
  try {
    return await new Promise(resolve =>
      execFile(process.execPath, [VERIFIER, path, ...more], { env: {} }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      ),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The server's own check. */
export async function proven(server: TestServer, period: object = {}) {
  const { id, status, message } = await run(server, PROVE, period)
  const { proof } = await server.admin.call(operLog.evidence)
  return { status, message, fault: proof!.fault, records: proof!.records, isNew: proof!.id === id }
}

/** Runs statements as the owner of the tables, who alone can disable the triggers that guard them. */
export async function tamper(server: TestServer, statements: string): Promise<void> {
  const client = await server.kernel.pool.connect()
  try {
    await client.query(`begin;
      alter table oper_log disable trigger oper_log_kept; alter table audit_checkpoint disable trigger audit_checkpoint_kept;
      ${statements};
      alter table oper_log enable trigger oper_log_kept; alter table audit_checkpoint enable trigger audit_checkpoint_kept; commit`)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
