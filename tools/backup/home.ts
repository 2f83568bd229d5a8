import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Connection } from '../../server/src/platform/database/db.ts'
import { readMasterKey } from '../../server/src/platform/secrets/master-key.ts'
import { isInitialized } from '../../server/src/platform/database/postgres/cluster.ts'
import { findPlace } from '../../server/src/platform/database/postgres/place.ts'
import { openHome } from '../../server/src/home.ts'
import type { Settings } from '../../server/src/settings.ts'
import { BackupError, text } from './text.ts'

export interface OpenHome {
  connection: Connection
  /** The server is running on this database. */
  running: boolean
  close(): Promise<void>
}

/**
 * Uses the database of a running server beside it, for reading or for what a call
 * could do too; starts a stopped embedded database for this tool only.
 */
export async function openForBackup(settings: Settings): Promise<OpenHome> {
  if (settings.databaseUrl) return { ...(await openHome(settings)), running: false }
  if (!existsSync(settings.data)) throw new BackupError(text.noData(settings.data))
  const { cluster } = await findPlace(settings.data)
  if (!isInitialized(cluster)) throw new BackupError(text.noData(settings.data))
  const running = await runningAt(cluster)
  return running ? { connection: running, running: true, close: async () => undefined } : { ...(await openHome(settings)), running: false }
}

/** Reads from PostgreSQL's own file where it listens; only a successful connection shows that it still does. */
async function runningAt(cluster: string): Promise<Connection | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [port, host] = [Number(lines[3]), lines[4]]
  if (!host) return undefined
  const connection = { host, port, user: 'hufu', database: 'hufu' }
  const client = new Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return connection
  } catch {
    return undefined
  }
}

const keyFile = (settings: Settings) => join(settings.data, 'master.key')

/** The master key of the settings; never creates one. */
export async function presentKey(settings: Settings): Promise<Buffer | undefined> {
  return settings.masterKey || existsSync(keyFile(settings)) ? readMasterKey(settings) : undefined
}

/** If the settings have no key yet, writes the restored one to the file the server reads, and returns its path. */
export async function placeKey(settings: Settings, master: Buffer): Promise<string | undefined> {
  const present = await presentKey(settings)
  if (present) {
    if (!present.equals(master)) throw new BackupError(text.keyDiffers)
    return undefined
  }
  await mkdir(settings.data, { recursive: true, mode: 0o700 })
  await writeFile(keyFile(settings), master.toString('hex'), { mode: 0o600, flag: 'wx' })
  return keyFile(settings)
}
