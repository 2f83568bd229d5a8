import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../settings.ts'
import type { Db } from '../database/db.ts'
import { text } from '../text/text.ts'

const masterKeyFile = (settings: Settings) => join(settings.data, 'master.key')

/** Returns the configured key or that of the file; creates a file of mode 0600 only if no stored keys need an older one. */
export async function openMasterKey(db: Db, settings: Settings): Promise<Buffer> {
  const path = masterKeyFile(settings)
  if (settings.masterKey || existsSync(path)) return readMasterKey(settings)
  const storedKey = await db.selectFrom('keyStore').select('purpose').limit(1).executeTakeFirst()
  if (storedKey) throw new WrongMasterKey(text.masterKeyLost(path))
  await mkdir(settings.data, { recursive: true })
  // Written completely or not at all, because on a full disk an empty file would be taken for the key.
  const unfinished = `${path}.${process.pid}`
  try {
    await writeFile(unfinished, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
    await link(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
  return readMasterKey(settings)
}

/** HUFU_MASTER_KEY, else the file in the data folder, which must exist. */
export async function readMasterKey(settings: Settings): Promise<Buffer> {
  if (settings.masterKey) return Buffer.from(settings.masterKey, 'hex')
  const path = masterKeyFile(settings)
  const { mode } = await stat(path)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) await chmod(path, 0o600)
  const written = (await readFile(path, 'utf8')).trim()
  if (!/^[0-9a-f]{64}$/i.test(written)) throw new WrongMasterKey(text.masterKeyBroken(path))
  return Buffer.from(written, 'hex')
}

export class WrongMasterKey extends Error {}
