import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from 'kysely'
import { pino } from 'pino'
import { config, health } from '@hufu/contract/operations/config'
import { notice } from '@hufu/contract/operations/notice'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { waitForDatabase } from '../src/platform/database/database-wait.ts'
import { openKernel } from '../src/platform/kernel.ts'
import { Storage } from '../src/platform/database/storage.ts'
import { readSettings } from '../src/settings.ts'
import { startErrorMessage } from '../src/start-error.ts'
import { at } from './database.ts'
import { portTo } from './database-port.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { testSettings } from './settings.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'hufu-start-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const connection = (database: string) => at(inject('connection'), database)
function urlOf(database: string): string {
  const { url, host, port, user } = connection(database)
  return url ?? `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}`
}
const silent = pino({ level: 'silent' })

/** Runs the program as a user starts it, until it ends because the start failed. */
async function start(environment: Record<string, string>, file = '../src/main.ts'): Promise<{ code: number | null; output: string }> {
  const path = new URL(file, import.meta.url).pathname
  const keys = { HUFU_MASTER_KEY: '0123456789abcdef'.repeat(4), HUFU_LOG: 'silent' }
  return end(spawn(process.execPath, [path], { env: { ...process.env, ...keys, ...environment } }))
}
/** The output of a start until the server answers; then it is stopped. */
async function greeting(environment: Record<string, string>): Promise<string> {
  const env = { ...process.env, HUFU_MASTER_KEY: '0123456789abcdef'.repeat(4), HUFU_LOG: 'silent', HUFU_PORT: '0', HUFU_STOP_DELAY_MS: '0', ...environment } // prettier-ignore
  const child = spawn(process.execPath, [new URL('../src/main.ts', import.meta.url).pathname], { env })
  const ended = end(child)
  const stop = () => child.kill('SIGTERM')
  child.stdout.on('data', chunk => {
    const address = /虎符已启动：(\S+)/.exec(String(chunk))?.[1]
    // The server answers only after it has printed everything.
    if (address) fetch(`${address}/api/publicApi/health`).then(stop, stop)
  })
  const { code, output } = await ended
  expect(code, output).toBe(0)
  return output
}
/** The exit code and output of a program. */
async function end(child: ChildProcessWithoutNullStreams): Promise<{ code: number | null; output: string }> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)))
  const code = await new Promise<number | null>(done => child.on('close', done))
  return { code, output }
}
const oneSentence = (output: string) => output.trim().split('\n').filter(line => !line.includes('暂时无法连接')) // prettier-ignore

test('a used port, a foreign address and wrong settings are reported in one message without a stack', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise(done => taken.once('listening', done))
  const { port } = taken.address() as AddressInfo
  const database = { DATABASE_URL: urlOf(server.database) }
  const cases = [
    [{ HUFU_PORT: String(port) }, `127.0.0.1 的端口 ${port} 已被占用`],
    [{ HUFU_PORT: '0', HUFU_HOST: '203.0.113.77' }, '无法监听 203.0.113.77'],
    [{ HUFU_HOST: 'a b' }, '设置 HUFU_HOST 不正确'],
    [{ HUFU_TRUST_PROXY: '1' }, '设置 HUFU_TRUST_PROXY 不正确'],
    [{ DATABASE_URL: urlOf('nothing_there') }, '不存在，请先创建它'],
    [{ DATABASE_URL: 'mysql://x' }, '设置 DATABASE_URL 不正确'],
  ] as const
  for (const [environment, sentence] of cases) {
    const { code, output } = await start({ ...database, ...environment })
    expect([code, oneSentence(output)], sentence).toEqual([1, [expect.stringContaining(sentence)]])
  }
  taken.close()
})

test('unknown options of a tool are answered with its usage', async () => {
  for (const tool of ['backup', 'restore', 'recover', 'seed', 'mutate', 'drill']) {
    const file = tool === 'drill' ? '../../e2e/drills/run.ts' : `../../tools/${tool}.ts`
    const { code, output } = await end(spawn(process.execPath, [new URL(file, import.meta.url).pathname, '--nonsense']))
    expect([tool, code, output.trim().split('\n').length]).toEqual([tool, 1, 1])
    expect(output).toContain(`npm run ${tool}`)
  }
})

test('the start waits for a database that starts later, and reports one that stays away by address, without its password', async () => {
  const databasePort = await portTo(connection(server.database))
  const { url, host, port, user, database } = databasePort.connection as Record<string, string>
  const address = url ?? `postgres://${user}:topsecret@${host}:${port}/${database}`
  databasePort.shut()
  const away = await waitForDatabase(address, { timeoutMs: 0 }).catch((error: Error) => error.message)
  expect(away).toContain(`无法连接数据库 ${new URL(address).host}/${server.database}`)
  expect(away).not.toContain('topsecret')
  let waited = 0
  await waitForDatabase(address, { onWait: () => void (waited++, databasePort.open()) })
  expect(waited).toBe(1)
  databasePort.shut()
})

test('data of a newer version is not opened, and the unknown steps are named', async () => {
  const { pool } = server.kernel
  await pool.query("insert into schema_step (name, timestamp) values ('9999-later', '2030-01-01')")
  await expect(openKernel(testSettings(), connection(server.database), silent)).rejects.toThrow(/数据库的结构比此程序新.*9999-later/)
  await pool.query("delete from schema_step where name = '9999-later'")
})

test('D-47 a first password that does not meet the policy of a new system ends the first start with its name', async () => {
  const name = `${server.database}_first`
  await server.kernel.pool.query(`create database ${name}`)
  const { code, output } = await start({ DATABASE_URL: urlOf(name), HUFU_PORT: '0', HUFU_ADMIN_PASSWORD: 'aaaaaaaa' })
  await server.kernel.pool.query(`drop database ${name} with (force)`)
  expect(code).not.toBe(0)
  expect(output).toContain('设置 HUFU_ADMIN_PASSWORD 不正确：必须包含英文、数字和特殊字符')
})

test('a lost master.key is never replaced while the key store has keys; a broken one is reported', async () => {
  const settings = { ...readSettings({ HUFU_DATA: folder }), masterKey: '' }
  await expect(openKernel(settings, connection(server.database), silent)).rejects.toThrow(/不会生成新的主密钥/)
  expect(await readdir(folder)).toEqual([])
  await writeFile(join(folder, 'master.key'), '')
  await expect(openKernel(settings, connection(server.database), silent)).rejects.toThrow(/主密钥文件 .* 不完整/)
  await rm(join(folder, 'master.key'))
  await server.kernel.pool.query('create table kept_keys as table key_store')
  await server.kernel.pool.query('delete from key_store')
  const fresh = await openKernel(settings, connection(server.database), silent)
  await fresh.close()
  expect(await readdir(folder)).toEqual(['master.key'])
  await server.kernel.pool.query('delete from key_store')
  await server.kernel.pool.query('insert into key_store select * from kept_keys')
})

test('a start after a killed restore says so instead of opening an empty system', async () => {
  const { pool } = server.kernel
  await pool.query('create table unfinished_restore (file text not null, begin_time timestamptz not null default now())')
  await pool.query("insert into unfinished_restore (file) values ('/backups/one.gz')")
  const { code, output } = await start({ DATABASE_URL: urlOf(server.database), HUFU_PORT: '0' })
  expect([code, oneSentence(output)]).toEqual([1, [expect.stringMatching(/备份恢复没有完成（\/backups\/one\.gz.*npm run restore/)]])
  await pool.query('drop table unfinished_restore')
})

test('R5 a full disk answers 存储空间不足 and shows in health, and ends when space is free', async () => {
  const full = await startTestServer({ beside: server })
  let free = 10 * 1024 ** 3
  const storage = new Storage({ databaseUrl: '', data: folder }, async () => free)
  Object.assign(full.kernel, { storage })
  expect(await full.nobody.call(health)).toMatchObject({ status: 'UP', storage: 'ok' })
  expect(await storage.warning()).toBe('')
  free = 900 * 1024 ** 2
  expect(await full.nobody.call(health)).toMatchObject({ status: 'UP', storage: 'low' })
  expect(await storage.warning()).toContain('只剩 900 MB')
  expect(await full.admin.call(config.global)).toMatchObject({ storage: 'low' })
  expect(await (await full.as(await full.given.user())).call(config.global)).toMatchObject({ storage: 'ok' })
  free = 1024
  expect(await full.nobody.call(health)).toMatchObject({ status: 'FULL', storage: 'full' })
  // The error PostgreSQL raises on a full disk, here from a trigger.
  await sql`create function no_room() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(server.kernel.db)
  await sql`create trigger no_room before update on session for each statement execute function no_room()`.execute(server.kernel.db)
  const me = await server.as(await server.given.user())
  const { status, envelope } = await full.withToken(me.token!).send(signIn.logout)
  expect([status, envelope]).toMatchObject([503, { code: 'service_error', message: '存储空间不足，请联系管理员' }])
  await sql`drop trigger no_room on session`.execute(server.kernel.db)
  expect(await me.call(notice.list)).toEqual([])
  await full.close()
})

test('R5 a start on a full disk fails with one message', () => {
  const settings = { host: '127.0.0.1', port: 1, data: '/srv/hufu' }
  const sentence = '存储空间不足：数据目录 /srv/hufu 所在的磁盘已满，请先清理空间再启动。'
  expect(startErrorMessage(Object.assign(new Error('write'), { code: 'ENOSPC' }), settings)).toBe(sentence)
  expect(startErrorMessage(new Error('内置数据库未能启动……\nFATAL: could not write lock file: No space left on device'), settings)).toBe(
    sentence,
  )
  expect(startErrorMessage(new Error('defect'), settings)).toBeUndefined()
})

test('D-65 test switches are reported at every start and to the console', async () => {
  expect(await server.nobody.call(config.public)).toMatchObject({ testSwitches: ['HUFU_FIXED_CAPTCHA', 'HUFU_RATE_LIMIT'] })
  expect(await server.admin.call(config.global)).toMatchObject({ testSwitches: ['HUFU_FIXED_CAPTCHA', 'HUFU_RATE_LIMIT'] })
  const strict = await startTestServer({ beside: server, settings: { HUFU_FIXED_CAPTCHA: '', HUFU_RATE_LIMIT: '1' } })
  expect(await strict.nobody.call(config.public)).toMatchObject({ testSwitches: [] })
  await strict.close()
  const database = { DATABASE_URL: urlOf(server.database), HUFU_RATE_LIMIT: '1' }
  const warned = await greeting({ ...database, HUFU_FIXED_CAPTCHA: 'ABCD' })
  expect(warned).toMatch(/虎符已启动[^]*警告：测试开关已打开（HUFU_FIXED_CAPTCHA），任何人都可能冒名登录，不得用于正式环境。/)
  expect(await greeting({ ...database, HUFU_FIXED_CAPTCHA: '' })).not.toContain('警告：测试开关')
})

test('T1 HSTS is sent if the public address is https; signing out clears the cache only', async () => {
  const secure = await startTestServer({ beside: server, settings: { HUFU_PUBLIC_URL: 'https://sso.example.com' } })
  for (const path of ['/', '/api/publicApi/health', '/protocols/oidc/.well-known/openid-configuration', '/protocols/cas/login']) {
    const headers = (await fetch(secure.address + path)).headers
    expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000')
    expect((await fetch(server.address + path)).headers.get('strict-transport-security'), path).toBeNull()
  }
  const out = await (await server.as(await server.given.user())).send(signIn.logout)
  expect(out.headers.get('clear-site-data')).toBe('"cache"')
  await secure.close()
})
