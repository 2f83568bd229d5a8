import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { fastFolder } from '../../../../test/fast-folder.ts'
import { startPostgres, type Postgres } from './postgres.ts'

const quick = { durable: false }
const asRoot = process.getuid?.() === 0
const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const undo of cleanUp.splice(0).toReversed()) await undo()
})

test('a first start creates the cluster and the database hufu, reachable only by a socket in a folder of mode 0700', async () => {
  const running = await started(await freshFolder())
  expect(await ask(running, 'select current_database() || current_user as it')).toBe('hufuhufu')
  expect(await ask(running, `select current_setting('listen_addresses') as it`)).toBe('')
  expect((await stat(running.host)).mode & 0o777).toBe(0o700)
  await running.stop()
})

test('the role of the server is no superuser, and Chinese text is searched by trigrams', async () => {
  const running = await started(await freshFolder())
  expect(await ask(running, 'select rolsuper as it from pg_roles where rolname = current_user')).toBe(false)
  await ask(running, 'create extension pg_trgm')
  expect(await ask(running, `select similarity('虎符系统', '虎符') > 0 as it`)).toBe(true)
  await running.stop()
})

test('data written before a restart is there afterwards', async () => {
  const folder = await freshFolder()
  const first = await started(folder)
  await ask(first, `create table kept as select '在' as it`)
  await first.stop()
  const second = await started(folder)
  expect(await ask(second, 'select it from kept')).toBe('在')
  await second.stop()
})

test('a postmaster orphaned by kill -9 of node is stopped, and the next start loses nothing', async () => {
  const folder = await freshFolder()
  const node = await nodeThatStarts(folder)
  const orphan = await postmasterPid(folder)
  node.kill('SIGKILL')
  expect(isRunning(orphan)).toBe(true)
  const next = await started(folder)
  expect(isRunning(orphan)).toBe(false)
  expect(await ask(next, 'select it from written')).toBe(1)
  await next.stop()
})

test('after a kill of node and postmaster the server recovers, even if the old pid belongs to another process', async () => {
  const folder = await freshFolder()
  const node = await nodeThatStarts(folder)
  const postmaster = await postmasterPid(folder)
  node.kill('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  const file = join(folder, 'postgres', 'postmaster.pid')
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(process.ppid)))
  const next = await started(folder)
  expect(await ask(next, 'select it from written')).toBe(1)
  expect(isRunning(process.ppid)).toBe(true)
  await next.stop()
})

test('a cluster whose creation was interrupted is created again', async () => {
  const folder = await freshFolder()
  await mkdir(join(folder, 'postgres', 'base'), { recursive: true })
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '18\n')
  const running = await started(folder)
  expect(existsSync(join(folder, 'postgres', '.init-ok'))).toBe(true)
  await running.stop()
})

test('a cluster that has run once is never created again, even without its mark', async () => {
  const folder = await freshFolder()
  const first = await started(folder)
  await ask(first, 'create table kept as select 1 as it')
  await first.stop()
  await unlink(join(folder, 'postgres', '.init-ok'))
  const second = await started(folder)
  expect(await ask(second, 'select it from kept')).toBe(1)
  await second.stop()
})

test('a path too long for a socket falls back to a private folder under the temporary folder', async () => {
  const above = await freshFolder()
  await chmod(above, 0o711)
  const running = await started(join(above, '数据'.repeat(20)))
  expect(running.host.startsWith(above)).toBe(false)
  expect(Buffer.byteLength(running.host)).toBeLessThan(90)
  expect((await stat(running.host)).mode & 0o777).toBe(0o700)
  expect(await ask(running, 'select 1 as it')).toBe(1)
  await running.stop()
  expect(existsSync(running.host)).toBe(false)
})

test('died resolves at an unexpected end of PostgreSQL, and not at an ordered stop', async () => {
  const folder = await freshFolder()
  const first = await started(folder)
  process.kill(await postmasterPid(folder), 'SIGQUIT')
  expect((await first.died).message).toContain(join(folder, 'postgres.log'))
  const second = await started(folder)
  await second.stop()
  expect(await Promise.race([second.died, Promise.resolve('silent')])).toBe('silent')
})

test('a server that cannot start fails with a message and the last lines of its log', async () => {
  const folder = await freshFolder()
  await (await started(folder)).stop()
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '9.6\n')
  await expect(startPostgres(folder, quick)).rejects.toThrow(/内置数据库未能启动，日志在 .*postgres\.log[^]*PostgreSQL version 9\.6/)
})

test.runIf(asRoot)('if only root may enter the data folder, the cluster is elsewhere and a pointer file names it', async () => {
  const { folder, base, closed } = await closedFolder()
  expect((await stat(base)).mode & 0o777).toBe(0o711)
  const again = await started(folder)
  expect(await ask(again, 'select it from kept')).toBe(1)
  await again.stop()

  const moved = join(closed, 'moved')
  await rename(folder, moved)
  const there = await started(moved)
  expect(await ask(there, 'select it from kept')).toBe(1)
  await there.stop()
})

test.runIf(asRoot)('a copied pointer file does not open the original cluster, and a dangling one creates no empty database', async () => {
  const { folder, base, closed } = await closedFolder()
  const copy = join(closed, 'copy')
  await mkdir(copy)
  await writeFile(join(copy, 'postgres-path'), base)
  await expect(startPostgres(copy, quick)).rejects.toThrow('不能共用一个数据库')
  await rm(base, { recursive: true })
  await expect(startPostgres(folder, quick)).rejects.toThrow('不存在')
})

test.runIf(asRoot)('a cluster owned by root after unpacking is given back to the database user', async () => {
  const folder = await freshFolder()
  await (await started(folder)).stop()
  spawnSync('chown', ['-R', 'root', join(folder, 'postgres')])
  await (await started(folder)).stop()
  expect((await stat(join(folder, 'postgres', 'PG_VERSION'))).uid).not.toBe(0)
})

test.runIf(asRoot)('a socket folder created by another user is refused', async () => {
  const folder = await freshFolder()
  await symlink(tmpdir(), join(folder, 'socket'))
  await expect(startPostgres(folder, quick)).rejects.toThrow('套接字目录')
  expect((await readdir(folder)).includes('postgres')).toBe(false)
})

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(await fastFolder(), 'hufu-test-'))
  cleanUp.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A data folder inside a folder closed to the database's user, started once, with a table `kept` in it. */
async function closedFolder() {
  const closed = await freshFolder()
  await chmod(closed, 0o700)
  const folder = join(closed, 'data')
  const running = await started(folder)
  const base = (await readFile(join(folder, 'postgres-path'), 'utf8')).trim()
  cleanUp.push(() => rm(base, { recursive: true, force: true }))
  await ask(running, 'create table kept as select 1 as it')
  await running.stop()
  return { folder, base, closed }
}

async function started(folder: string): Promise<Postgres> {
  const running = await startPostgres(folder, quick)
  cleanUp.push(() => running.stop()) // stopping twice does no harm; a failed test leaves nothing running
  return running
}

async function ask({ host, port, user }: Postgres, sql: string): Promise<unknown> {
  const client = new Client({ host, port, user, database: 'hufu' })
  await client.connect()
  const { rows } = await client.query<{ it: unknown }>(sql)
  await client.end()
  return rows[0]?.it
}

/** A node process of its own that starts the database durably and writes one committed row. */
async function nodeThatStarts(folder: string) {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(new URL('postgres.ts', import.meta.url).href)})
    const { default: pg } = await import('pg')
    const { host, port, user } = await startPostgres(${JSON.stringify(folder)})
    const client = new pg.Client({ host, port, user, database: 'hufu' })
    await client.connect()
    await client.query('create table written as select 1 as it')
    console.log('written')`
  const node = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((written, failed) => {
    node.stdout.once('data', written)
    node.once('exit', failed)
  })
  return node
}

async function postmasterPid(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** A zombie that its new parent has not collected yet is not running. A bare Debian has no `ps`, a Mac no /proc. */
function isRunning(pid: number): boolean {
  const state = existsSync('/proc/self/stat')
    ? existsSync(`/proc/${pid}/stat`) && readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]
    : spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return /^[^Z]/.test(state || 'Z')
}
