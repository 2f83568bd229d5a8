import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { health } from '@hufu/contract/operations/config'
import { org } from '@hufu/contract/directory/org'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { task } from '@hufu/contract/task'
import { user } from '@hufu/contract/directory/user'
import { subject, type Subject } from '../server/test/harness.ts'
import { sealed } from '../server/test/secrets.ts'
import { ADMIN_PASSWORD, CAPTCHA } from '../server/test/settings.ts'
import { downloaded, sheet } from '../server/test/sheets.ts'

/** The product as a process of its own on its own data folder, because only such a process can be killed. */
let folder: string
let server: ChildProcess
let address: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hufu-crash-'))
  address = `http://127.0.0.1:${await freePort()}`
  await start()
})
afterAll(async () => {
  server.kill('SIGTERM')
  await ended()
  await rm(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise(resolve => probe.close(resolve))
  return port
}

const nobody = () => subject(address, undefined)
const ended = () =>
  new Promise(resolve => (server.exitCode !== null || server.signalCode !== null ? resolve(0) : server.once('exit', resolve)))
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function start(): Promise<void> {
  const env = {
    ...process.env,
    HUFU_DATA: folder,
    HUFU_PORT: new URL(address).port,
    HUFU_ADMIN_PASSWORD: ADMIN_PASSWORD,
    HUFU_FIXED_CAPTCHA: CAPTCHA,
    HUFU_LOG: 'error',
  }
  server = spawn(process.execPath, ['server/src/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (let status = 0; status !== 200;) {
    if (server.exitCode !== null) throw new Error('the server did not start')
    await pause(50)
    status = await nobody().send(health).then(answer => answer.status, () => 0) // prettier-ignore
  }
}

async function signInAs(password: string): Promise<Subject> {
  const { loginId } = await nobody().call(signIn.captcha)
  const body = { loginName: 'admin', pwd: await sealed({ nobody: nobody() }, password), loginId, code: CAPTCHA }
  const { envelope } = await nobody().send(signIn.login, { body })
  return subject(address, (envelope.data as { token: string }).token)
}

/** Queries its database directly. */
async function ask<R extends pg.QueryResultRow>(text: string): Promise<R[]> {
  const pool = new pg.Pool({ host: join(folder, 'socket'), user: 'hufu', database: 'hufu', max: 1 })
  try {
    return (await pool.query<R>(text)).rows
  } finally {
    await pool.end()
  }
}
const count = async (text: string) => Number((await ask<{ n: string }>(text))[0]!.n)

const ROWS = 20_000
const FAULTY_ROWS = 37
const GOOD_ROWS = ROWS - FAULTY_ROWS
/** Every 540th row names an organisation that does not exist. */
const isFaulty = (n: number) => n % 540 === 539

const rows = Array.from({ length: ROWS }, (_, n) => [
  `crash${n}`,
  `张${n}`,
  `137${String(n).padStart(8, '0')}`,
  isFaulty(n) ? 'NOPE' : 'CRASH',
])

/** Waits until the import is running and has written this many rows. */
async function waitForProgress(admin: Subject, taskId: string, done: number): Promise<void> {
  for (;;) {
    const { status, stage, progress } = await admin.call(task.progress, { query: { taskId } })
    if (stage !== '正在读取' && progress >= done) return expect(status).toBe('RUNNING')
    expect(['WAIT', 'RUNNING']).toContain(status)
    await pause(10)
  }
}

async function problemsOfAudit(): Promise<string[]> {
  const records = await ask<{ lane: number; text: string; prev: string; digest: string }>(
    'select lane, oper_log_text(o) as text, prev_digest as prev, digest from oper_log o order by lane, seq',
  )
  const ends = new Map<number, string>()
  return records.flatMap(({ lane, text, prev, digest }) => {
    const whole = prev === (ends.get(lane) ?? '') && createHash('sha256').update(text).digest('hex') === digest
    ends.set(lane, digest)
    return whole ? [] : [text]
  })
}

test('R1, R2: an import killed with -9, then again with its PostgreSQL, resumes by itself; nothing is lost, partial or doubled', async () => {
  expect(rows.filter((_, n) => isFaulty(n)).length).toBe(FAULTY_ROWS)
  const first = await signInAs(ADMIN_PASSWORD)
  const NEW = 'Changed#2026'
  await first.call(self.setForcedPassword, { body: { password: await sealed({ nobody: nobody() }, NEW) } })
  const admin = await signInAs(NEW)
  await admin.call(org.save, { body: { parentId: '1', name: '崩溃处', code: 'CRASH' } })
  const file = await sheet(['用户名', '姓名', '手机号', '机构编码'], rows)
  const taskId = await admin.call(user.importInsert, { file })

  await waitForProgress(admin, taskId, 2000)
  server.kill('SIGKILL')
  await ended()
  await start()
  const halfway = await count(`select count(*) as n from users where user_name like 'crash%'`)
  expect([halfway >= 1000, halfway < GOOD_ROWS]).toEqual([true, true])

  await waitForProgress(admin, taskId, halfway + 3000)
  const postmaster = Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
  server.kill('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await ended()
  await start()

  await expect.poll(async () => (await admin.call(task.progress, { query: { taskId } })).status, { timeout: 60_000, interval: 200 }).toBe('FINISH') // prettier-ignore
  const end = await admin.call(task.progress, { query: { taskId } })
  expect(end).toMatchObject({ message: `成功${GOOD_ROWS}条，失败${FAULTY_ROWS}条`, percentage: 100 })
  expect(await count(`select count(*) as n from users where user_name like 'crash%'`)).toBe(GOOD_ROWS)
  expect(await count(`select count(distinct lower(user_name)) as n from users where user_name like 'crash%'`)).toBe(GOOD_ROWS)
  for (const table of ['users', 'job'])
    expect(
      await count(`select count(distinct record_id) as n from data_history where bulk_id = '${taskId}' and table_name = '${table}'`),
    ).toBe(GOOD_ROWS)
  expect(await count(`select count(*) as n from data_history where bulk_id = '${taskId}'`)).toBe(2 * GOOD_ROWS)
  expect(await count(`select org_people('1') - count(distinct user_id) as n from job`)).toBe(0)
  expect(await problemsOfAudit()).toEqual([])
  const result = await downloaded(admin, end.fileId)
  expect(result.rows.map(cells => cells[0])).toEqual(rows.filter((_, n) => isFaulty(n)).map(cells => cells[0]))
  expect(new Set(result.rows.map(cells => cells.at(-1)))).toEqual(new Set(['机构编码：机构不存在']))
  expect((await admin.call(user.page, { query: { userName: 'crash', size: 1 } })).total).toBe(GOOD_ROWS)
})
