import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { openDb, openPool } from '../server/src/platform/database/db.ts'
import { openKeys } from '../server/src/platform/secrets/open-keys.ts'
import { readSettings } from '../server/src/settings.ts'
import { noteBackup } from './backup/note.ts'
import { writeBackup } from './backup/dump.ts'
import { openForBackup, presentKey } from './backup/home.ts'
import { readArguments } from './backup/arguments.ts'
import { newPassphrase, reportProblems } from './backup/passphrase.ts'
import { BackupError, text } from './backup/text.ts'
import { chinaTime } from './seed/rows.ts'

/** `npm run backup -- [file] [--without-key]`: a consistent snapshot of everything in one file of mode 0600. */
await reportProblems(async () => {
  const { values, positionals } = readArguments(text.usageBackup, { 'without-key': { type: 'boolean', default: false } }, 1)
  const settings = readSettings()
  const file = resolve(positionals[0] ?? `hufu-backup-${chinaTime(Date.now()).replace(/\D/g, '')}.gz`)
  const withKey = !values['without-key']
  const passphrase = withKey ? await newPassphrase() : ''
  const home = await openForBackup(settings)
  const db = openDb(openPool(home.connection, 2))
  const begun = new Date()
  try {
    const from = performance.now()
    const master = await presentKey(settings)
    // A master key that does not fit the database must be noticed now, not when the backup is needed.
    if (master) await db.transaction().execute(trx => openKeys(trx, master))
    // Without the master key there is no MAC, and a changed backup could not be recognised.
    if (!master) throw new BackupError(text.keyNeeded)
    await mkdir(dirname(file), { recursive: true })
    const sums = await writeBackup(db, file, { master, ...(withKey && { passphrase }) })
    const { size } = await stat(file)
    await noteBackup(db, begun, '')
    console.log(
      text.saved(file, (size / 1e6).toFixed(1), ((performance.now() - from) / 1000).toFixed(1)) + (home.running ? text.running : ''),
    )
    console.log(text.contents(sums.length, sums.reduce((all, { rows }) => all + rows, 0))) // prettier-ignore
    console.log(withKey ? text.withKey : text.withoutKey)
  } catch (error) {
    await noteBackup(db, begun, error instanceof Error ? error.message : String(error)).catch(() => undefined)
    throw error
  } finally {
    await db.destroy()
    await home.close()
  }
})
