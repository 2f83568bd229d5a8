import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { MARIADB } from '../../../tools/test/needs.ts'
import { freePort, HOST } from './apache.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 30_000
export const READER = 'reader'
export const PASSWORD = 'of-this-test-alone'

export interface Mariadb {
  host: string
  port: number
  /** Runs statements as its administrator, over its socket. */
  ask(statements: string): Promise<void>
  stop(): Promise<void>
}

/** Debian's MariaDB with its own data in a temporary folder; nothing in /etc/mysql is read. */
export async function startMariadb(statements: string): Promise<Mariadb> {
  const folder = await mkdtemp(join(tmpdir(), 'hufu-mariadb-'))
  const own = ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--user=${userInfo().username}`]
  await run('mariadb-install-db', [...own, '--auth-root-authentication-method=normal', '--skip-test-db'])
  const socket = join(folder, 'socket')
  const port = await freePort()
  const options = [`--socket=${socket}`, `--port=${port}`, `--bind-address=${HOST}`, `--pid-file=${join(folder, 'pid')}`]
  const child = spawn(MARIADB, [...own, ...options, '--innodb-flush-log-at-trx-commit=0'], { stdio: 'ignore' })
  const farewell = () => void child.kill('SIGKILL')
  process.once('exit', farewell)
  const stop = async () => {
    process.removeListener('exit', farewell)
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  const ask = async (text: string) => {
    const client = run('mariadb', ['--no-defaults', `--socket=${socket}`, '--user=root', '--default-character-set=utf8mb4'])
    client.child.stdin!.end(text)
    await client
  }
  try {
    await answers(() => ask('select 1'))
    await ask(`create user '${READER}'@'%' identified by '${PASSWORD}'; create database hr character set utf8mb4; ${statements}`)
  } catch (error) {
    await stop()
    throw error
  }
  return { host: HOST, port, ask, stop }
}

async function answers(ask: () => Promise<void>): Promise<void> {
  for (const until = Date.now() + TIMEOUT_MS; ; await pause(100))
    try {
      return await ask()
    } catch (error) {
      if (Date.now() > until) throw error
    }
}
