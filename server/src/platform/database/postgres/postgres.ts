import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { findBinaries } from './binaries.ts'
import { makeCluster } from './cluster.ts'
import { stopOrphans } from './orphan.ts'
import { emptySocketFolder, findPlace, type Place } from './place.ts'
import { text } from './text.ts'

export type PostgresOptions = {
  /** false only in tests: a crash may then lose everything. */
  durable?: boolean
  maxConnections?: number
}

export type Postgres = {
  /** The folder of the unix socket. */
  host: string
  port: number
  user: string
  /** Fulfilled if PostgreSQL ends without stop() having been called; the error is a sentence for people. */
  died: Promise<Error>
  stop(): Promise<void>
}

const port = 5432 // only part of the socket's file name; nothing listens on the network
const largestLog = 10 * 1024 * 1024
const stopTimeout = 8_000 // the server must have stopped within ten seconds (R21)

const MEGABYTE = 1024 * 1024

/** An eighth of the memory, between 128 MB and 1 GB: a million users and their indexes take some 2.5 GB. */
const sharedMegabytes = () => Math.max(128, Math.min(1024, Math.floor(totalmem() / MEGABYTE / 8)))

/**
 * Launches the embedded PostgreSQL in `dataDir`; the caller can do other work until it calls the returned function, which waits
 * until PostgreSQL is ready. The caller holds the folder's lock (data-lock.ts).
 */
export async function launchPostgres(dataDir: string, options: PostgresOptions = {}): Promise<() => Promise<Postgres>> {
  if (process.platform === 'win32') throw new Error(text.noWindows)
  const durable = options.durable ?? true
  const home = await dataFolder(dataDir)
  const place = await findPlace(home)
  const native = await findBinaries(place.account)
  await stopOrphans(place.cluster)
  await emptySocketFolder(place.sockets)
  await makeCluster(place, native, durable)

  const log = await rotatedLog(join(home, 'postgres.log'))
  const child = launch(join(native, 'bin', 'postgres'), place, log.path, settings(place, durable, options.maxConnections))
  const keeper = keep(child, log.path)
  const stop = async () => {
    await keeper.stop()
    await rm(place.sockets, { recursive: true, force: true }) // it may be under /tmp
  }
  return async () => {
    try {
      const ready = await isReady(place.cluster, child.pid, keeper.isAlive)
      if (!ready) throw new Error(text.notStarted(log.path, await logTail(log)))
      await createRoleAndDatabase(place.sockets, port)
    } catch (error) {
      await stop()
      throw error
    }
    return { host: place.sockets, port, user: 'hufu', died: keeper.died, stop }
  }
}

/** Launches PostgreSQL and waits until it is ready. */
export const startPostgres = async (dataDir: string, options?: PostgresOptions): Promise<Postgres> =>
  (await launchPostgres(dataDir, options))()

async function dataFolder(dataDir: string): Promise<string> {
  await mkdir(dirname(resolve(dataDir)), { recursive: true })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  return await realpath(dataDir)
}

/** Tuned for two cores and a machine shared with node; given on the command line, so that no file needs editing or merging. */
function settings({ sockets }: Place, durable: boolean, maxConnections = 100): string[] {
  const wanted: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    port,
    max_connections: maxConnections,
    shared_buffers: `${sharedMegabytes()}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    effective_cache_size: '2GB',
    max_wal_size: '2GB',
    random_page_cost: 1.1,
    jit: 'off',
    // Refused duplicates are frequent, and their messages hold names and phone numbers: the server logs events, but not failed
    // statements.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_line_prefix: '%m [%p] ',
  }
  if (!durable) Object.assign(wanted, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
  return Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Starts PostgreSQL in its own process group: Ctrl-C in the terminal then reaches only node, which stops PostgreSQL after its
 * requests.
 */
function launch(program: string, { cluster, account }: Place, log: string, options: string[]): ChildProcess {
  const output = openSync(log, 'a', 0o600)
  try {
    return spawn(program, ['-D', cluster, ...options], {
      ...account,
      cwd: '/',
      detached: true,
      stdio: ['ignore', output, output],
      env: { PATH: '/usr/bin:/bin' },
    })
  } finally {
    closeSync(output)
  }
}

function keep(child: ChildProcess, log: string) {
  let alive = true
  let stopping = false
  const ended = new Promise<void>(done => {
    for (const event of ['exit', 'error'])
      child.once(event, () => {
        alive = false
        done()
      })
  })
  // If node ends without stop(), by process.exit or an uncaught error, PostgreSQL is stopped, too.
  const farewell = () => {
    child.kill('SIGINT')
  }
  process.once('exit', farewell)
  const died = new Promise<Error>(tell => {
    child.once('exit', () => {
      process.removeListener('exit', farewell)
      if (!stopping) tell(new Error(text.died(log)))
    })
  })
  const stop = async () => {
    stopping = true
    if (alive) child.kill('SIGINT')
    const inHaste = setTimeout(() => child.kill('SIGQUIT'), stopTimeout) // SIGQUIT loses no data, but costs a recovery
    await ended
    clearTimeout(inHaste)
  }
  return { isAlive: () => alive, died, stop }
}

async function rotatedLog(path: string): Promise<{ path: string; from: number }> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  if (size <= largestLog) return { path, from: size }
  await rename(path, `${path}.1`)
  return { path, from: 0 }
}

async function logTail({ path, from }: { path: string; from: number }): Promise<string> {
  const written = (await readFile(path)).subarray(from).toString('utf8')
  return written.trim().split('\n').slice(-10).join('\n')
}

const timeoutMs = 300_000 // recovery after a crash replays up to max_wal_size on a slow disk

/** Waits until the postmaster of this pid says `ready` in its own file, as pg_ctl does; false if it died or never did. */
async function isReady(cluster: string, pid: number | undefined, isAlive: () => boolean): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; isAlive() && Date.now() < end; await pause(10)) {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === pid && lines[7]?.startsWith('ready')) return true
  }
  return false
}

/**
 * Creates Hufu's role and database if they are missing. The role is no superuser, just as on an external server, so an injected
 * statement can run no program and read no file.
 */
async function createRoleAndDatabase(host: string, port: number): Promise<void> {
  const client = new Client({ host, port, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(`
      select exists (select from pg_roles where rolname = 'hufu') as role,
             exists (select from pg_database where datname = 'hufu') as database`)
    if (!rows[0]?.role) await client.query('create role hufu login createdb in role pg_monitor')
    if (!rows[0]?.database) await client.query('create database hufu owner hufu')
  } finally {
    await client.end()
  }
}
