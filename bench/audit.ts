import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql, type Kysely } from 'kysely'
import { operLog } from '@hufu/contract/audit/audit'
import { file } from '@hufu/contract/operations/file'
import { task } from '@hufu/contract/task'
import type { Tables } from '../server/migrations/tables.ts'
import { latency, ms } from './measure.ts'
import type { Row } from './reads.ts'
import type { Running } from './server.ts'

const RECORDS = 1_000_000
const BATCH_ROWS = 20_000
const VERIFIER = fileURLToPath(new URL('../tools/verify-audit.mjs', import.meta.url))
const ANY_TIME = { beginTime: '2020-01-01 00:00:00', endTime: '2099-12-31 23:59:59' }

/** A million records as the product writes them, one after the other through write_audit; made once and kept with the data. */
export async function seedAudit(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from oper_log`.execute(db)
  const missing = RECORDS - rows[0]!.n
  if (missing <= 0) return
  console.log(`writing ${missing} audit records`)
  for (let n = 0; n < missing; n += BATCH_ROWS)
    await db.transaction().execute(async trx => {
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`with person as (select id, user_name, row_number() over (order by id) - 1 as n from (
            select id, user_name from users where deleted_at is null order by id limit 500) first)
        select count(write_audit(jsonb_build_object('lane', i % 8, 'id', md5(i::text || 'bench'), 'user_id', p.id, 'user_name', p.user_name,
          'session_id', md5(p.id), 'ip', '10.0.' || i % 250 || '.' || i % 200, 'trace_id', left(md5(i::text), 16),
          'module', (array['user', 'org', 'role', 'config', 'menu'])[1 + i % 5], 'operate_type', (array['save', 'update', 'remove'])[1 + i % 3],
          'method', 'POST', 'path', '/v3/user/update', 'params', '{"body":{"id":"' || md5(i::text) || '","realName":"王建国","remark":"调整"}}',
          'code', case when i % 40 = 0 then '4403' else 'success' end, 'message', '操作成功', 'cost', i % 200, 'target', md5(i::text))))
        from generate_series(${n}::int, ${Math.min(n + BATCH_ROWS, missing) - 1}::int) i join person p on p.n = i % 500`.execute(trx)
    })
}

/** The operation log: lists, an integrity check, an export, and the check of the exported file by itself. */
export async function audit(server: Running): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-audit-'))
  try {
    const lists = await listed(server)
    const { total } = await server.call(operLog.page, { query: { size: 1 } })
    const size = total.toLocaleString('en-US')
    const proof = await timedTask(server, uuid => server.call(operLog.prove, { body: { uuid } }))
    const written = await timedTask(server, uuid => server.call(operLog.exportEvidence, { body: { uuid, ...ANY_TIME, reason: 'bench' } }))
    const path = join(folder, 'evidence.jsonl.gz')
    await fetchFile(server, written.fileId, path)
    const checked = await verified(path)
    const { size: bytes } = await stat(path)
    return [
      ...lists,
      [`the server proves ${size} audit records`, `${seconds(proof.took)}, memory +${proof.memory.toFixed(0)} MB (${proof.message})`, ''],
      ['… exports them as signed evidence', `${seconds(written.took)}, memory +${written.memory.toFixed(0)} MB, ${(bytes / 1024 ** 2).toFixed(0)} MB`, ''],
      ['… the verifier proves the file alone', `${seconds(checked.took)}, memory ${checked.memory.toFixed(0)} MB (${checked.lastLine})`, ''],
    ] // prettier-ignore
  } finally {
    await rm(folder, { recursive: true })
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

async function listed(server: Running): Promise<Row[]> {
  const cases: [string, Record<string, unknown>][] = [
    ['20 audit records, newest first, exact total', {}],
    ['… of a user', { userName: 'admin' }],
    ['… refused, of a module', { result: 0, module: 'org' }],
    ['… from an address', { ip: '10.0.7.' }],
    ['… page in the middle', { current: 25_000 }],
  ]
  const rows: Row[] = []
  for (const [what, query] of cases) {
    const { p50, p95 } = await latency(() => server.call(operLog.page, { query: { size: 20, ...query } }), 40)
    rows.push([`${what}, c1`, `${ms(p50)} ms, p95 ${ms(p95)}`, ''])
  }
  return rows
}

/** How long a task takes, and how much the server's memory grows meanwhile. */
async function timedTask(server: Running, start: (uuid: string) => Promise<string>) {
  const before = server.memory()
  const begin = performance.now()
  const taskId = await start(randomUUID())
  let peak = before
  for (;;) {
    const { status, message, fileId } = await server.call(task.progress, { query: { taskId } })
    peak = Math.max(peak, server.memory())
    if (status === 'ERROR' || status === 'CANCEL') throw new Error(message)
    if (status === 'FINISH') return { took: performance.now() - begin, memory: peak - before, message, fileId }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

async function fetchFile(server: Running, fileId: string | null, path: string): Promise<void> {
  const answer = await fetch(server.url(file.download, { fileId }), { headers: { token: server.token } })
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(path))
}

/** Runs the verifier in a process of its own, as an auditor does; it prints its peak memory when it ends. */
async function verified(path: string): Promise<{ took: number; memory: number; lastLine: string }> {
  const begin = performance.now()
  const telling = `process.on('exit', () => console.error(process.resourceUsage().maxRSS))`
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(telling)}`]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...flags, VERIFIER, path], { env: {} })
  const lastLine = stdout.trim().split('\n').at(-1) ?? ''
  return { took: performance.now() - begin, memory: Number(stderr.trim()) / 1024, lastLine: lastLine.split('，')[0]! }
}
