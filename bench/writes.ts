import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import type { AnyCall } from '@hufu/contract/call'
import type { CheckReply } from '@hufu/contract/import'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { task, type TaskProgress } from '@hufu/contract/task'
import { user } from '@hufu/contract/directory/user'
import { writeTable } from '../server/src/sheets/xlsx/index.ts'
import { samplePerson } from '../tools/sample/people.ts'
import { perSecond, runConcurrently } from './measure.ts'
import type { Row } from './reads.ts'
import { sealed, type Running } from './server.ts'

/** Names by which users written by the bench are recognised; no pinyin syllable begins with i. */
export const CREATED_NAME = '压测人员'
export const IMPORTED_PREFIX = 'i'

export async function signIns(server: Running, names: readonly string[], password: string): Promise<Row[]> {
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
  const bare = await runConcurrently(3, 4, () => hash(password, cost))
  const signInAs = async (n: number) => {
    const { loginId } = await server.call(signIn.captcha)
    await server.call(signIn.login, { body: { loginName: names[n % names.length]!, pwd: await sealed(password), loginId, code: 'ABCD' } })
  }
  const signed = await runConcurrently(16, 6, signInAs)
  const flood = runConcurrently(64, 6, signInAs)
  const reads = await runConcurrently(4, 5, () => server.call(user.pick, { query: { size: 10 } }))
  await flood
  return [
    ['limit here: argon2id hashes, three threads', `${perSecond(bare.each)} /s`, ''],
    [
      'password sign-ins with their captcha, c16',
      `${perSecond(signed.each)} /s, p99 ${signed.p99.toFixed(0)} ms, ${Math.round((signed.each * 100) / bare.each)} % of the bare hash, ${signed.failed} failed`,
      '180 /s, p99 350 ms',
    ],
    ['a signed-in read while 64 sign in at once', `${perSecond(reads.each)} /s, p99 ${reads.p99.toFixed(0)} ms`, 'p99 200 ms'],
  ]
}

export async function creates(server: Running, orgId: string): Promise<Row[]> {
  const stamp = Date.now().toString(36)
  const draft = (n: number) => ({
    userName: `b${stamp}${n}`,
    realName: CREATED_NAME,
    jobs: [{ orgId, jobType: 1 as const }],
    passwordType: 2 as const,
  })
  const rows: Row[] = []
  for (const callers of [8, 64]) {
    const got = await runConcurrently(callers, 5, n => server.call(user.save, { body: draft(callers * 1_000_000 + n) }))
    rows.push([
      `create a user with a password, c${callers}`,
      `${perSecond(got.each)} /s, p99 ${got.p99.toFixed(0)} ms, ${got.failed} failed`,
      '180 /s',
    ])
  }
  return rows
}

async function workbook(rows: number, orgCodes: readonly string[], from: number): Promise<string> {
  const titles = [
    '用户名*',
    '姓名*',
    '手机号',
    '身份证号',
    '原系统用户ID',
    '工号',
    '机构编码*',
    '职级',
    '职称',
    '职务',
    '岗位',
    '排序号',
    '密码摘要',
  ]
  async function* batches() {
    for (let first = 0; first < rows; first += 1000)
      yield Array.from({ length: Math.min(1000, rows - first) }, (_, i) => {
        const person = samplePerson(from + first + i)
        return [
          `${IMPORTED_PREFIX}${person.userName}`,
          person.realName,
          person.phone,
          person.idCard,
          '',
          '',
          orgCodes[(first + i) % orgCodes.length]!,
          '',
          '',
          '',
          '',
          '',
          '',
        ]
      })
  }
  const path = join(tmpdir(), `hufu-bench-${process.pid}.xlsx`)
  await writeFile(
    path,
    writeTable(
      titles.map(title => ({ title })),
      batches(),
    ),
  )
  return path
}

async function send<T>(server: Running, call: AnyCall, path: string): Promise<T> {
  const form = new FormData()
  form.set('file', new Blob([await readFile(path)]), 'people.xlsx')
  const answer = await fetch(server.url(call), { method: 'POST', headers: { token: server.token }, body: form })
  const { code, message, data } = (await answer.json()) as { code: string; message: string; data: T }
  if (code !== 'success') throw new Error(`${call.path}: ${code} ${message}`)
  return data
}

async function ended(server: Running, taskId: string, watch: () => void): Promise<TaskProgress> {
  for (;;) {
    watch()
    const progress = await server.call(task.progress, { query: { taskId } })
    if (!['WAIT', 'RUNNING'].includes(progress.status)) return progress
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

const IMPORTED = 100_000

/** A sheet of 100,000 rows: dry run, import and export, in seconds, with the greatest rise of memory. */
export async function sheets(server: Running, orgCodes: readonly string[], from: number): Promise<Row[]> {
  const path = await workbook(IMPORTED, orgCodes, from)
  const timed = async (what: string, aim: string, work: (watch: () => void) => Promise<string>): Promise<Row> => {
    const idle = server.memory()
    let most = idle
    const timer = setInterval(() => {
      most = Math.max(most, server.memory())
    }, 50)
    const begin = performance.now()
    const result = await work(() => undefined)
    clearInterval(timer)
    return [what, `${((performance.now() - begin) / 1000).toFixed(1)} s, memory +${Math.round(most - idle)} MB (${result})`, aim]
  }
  const beginTime = now()
  const rows = [
    await timed('import check of 100,000 rows', '', async () => {
      const checked = await send<CheckReply>(server, user.importCheck, path)
      return `${checked.pass} good`
    }),
    await timed(
      'import of 100,000 rows',
      '8 s, +250 MB',
      async watch => (await ended(server, await send<string>(server, user.importInsert, path), watch)).message,
    ),
    await timed('export of 100,000 rows', '3 s, +150 MB', async watch => {
      const uuid = `bench-${Date.now()}`
      await server.call(user.exportExcel, { query: { uuid, rangeType: '4', query: JSON.stringify({ beginTime }) } })
      return (await ended(server, uuid, watch)).message
    }),
  ]
  await rm(path)
  return rows
}

/** The time as calls write it, in China's time zone. */
const now = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
