import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { openDb, openPool } from '../../server/src/platform/database/db.ts'
import { startSession } from '../../server/src/platform/access/session-lifecycle.ts'
import { serverFlags } from '../../tools/server-flags.mjs'

export const MASTER_KEY = '0123456789abcdef'.repeat(4)

/** A server as a process of its own, as in production, because only such a process can be killed. */
export interface NodeProcess {
  address: string
  child(): ChildProcess
  /** Starts the same node again, at the same address. */
  start(): Promise<void>
  /** Sends the signal; returns after how many milliseconds and with which exit code the process ended. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ ms: number; code: number | null }>
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise(resolve => probe.close(resolve))
  return port
}

export const isUp = (address: string): Promise<boolean> =>
  fetch(`${address}/api/publicApi/health`, { signal: AbortSignal.timeout(5000) }).then(
    answer => answer.ok,
    () => false,
  )

export async function startNode(databaseUrl: string, env: Record<string, string> = {}): Promise<NodeProcess> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const settings = {
    ...process.env,
    HUFU_PORT: String(port),
    HUFU_DATA: tmpdir(),
    DATABASE_URL: databaseUrl,
    HUFU_MASTER_KEY: MASTER_KEY,
    HUFU_RATE_LIMIT: '0',
    HUFU_LOG: 'fatal',
    ...env,
  }
  let child: ChildProcess
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const start = async () => {
    child = spawn(process.execPath, [...serverFlags, 'server/src/main.ts'], { env: settings, stdio: ['ignore', 'ignore', 'inherit'] })
    while (!(await isUp(address))) {
      if (hasEnded()) throw new Error('the server did not start')
      await pause(20)
    }
  }
  await start()
  return {
    address,
    child: () => child,
    start,
    stop: async signal => {
      const begun = performance.now()
      const ended = new Promise<void>(resolve => (hasEnded() ? resolve() : child.once('exit', () => resolve())))
      child.kill(signal)
      await ended
      return { ms: Math.round(performance.now() - begun), code: child.exitCode }
    },
  }
}

/** Starts several nodes on one database; the first one initialises it. */
export async function startNodes(databaseUrl: string, count: number): Promise<NodeProcess[]> {
  const nodes: NodeProcess[] = []
  while (nodes.length < count) nodes.push(await startNode(databaseUrl))
  return nodes
}

/** Connects to the database directly, and opens a session of the administrator, who has changed the first password. */
export async function openDatabase(url: string) {
  const pool = openPool({ url }, 3)
  const db = openDb(pool)
  await pool.query("update users set password_from = 'own' where id = '1'")
  const session = await startSession(db, { userId: '1', loginType: 'password', ip: '127.0.0.1', agent: 'drill' })
  const count = async (text: string, values: unknown[] = []) => (await pool.query<{ n: number }>(text, values)).rows[0]!.n
  return { pool, db, token: session.token, count, close: () => db.destroy() }
}
