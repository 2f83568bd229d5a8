import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { accountFor } from '../server/src/platform/database/postgres/account.ts'
import { fastFolder } from '../server/test/fast-folder.ts'

const execute = promisify(execFile)
const TIMEOUT_MS = 30_000

/** A PostgreSQL cluster in a temporary folder, reachable by a unix socket only and deleted when stopped. */
export async function startThrowAwayPostgres(bin: string, parent?: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(parent ?? (await fastFolder()), 'hufu-pg-'))
  const data = join(folder, 'data')
  const account = await accountFor(data)
  if (account) await chown(folder, account.uid, account.gid)
  const surroundings = { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin' } }
  await execute(
    join(bin, 'initdb'),
    ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    surroundings,
  )
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: 300,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...options], { ...surroundings, detached: true, stdio: 'ignore' })
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  const farewell = () => void child.kill('SIGQUIT')
  process.once('exit', farewell)
  const stop = async () => {
    process.removeListener('exit', farewell)
    if (child.exitCode === null && child.kill('SIGINT')) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await answers(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

async function answers(url: string): Promise<void> {
  const until = Date.now() + TIMEOUT_MS
  for (;;) {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > until) throw error
      await pause(50)
    }
  }
}
