import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../server/migrations/tables.ts'
import { openDb, openPool } from '../server/src/platform/database/db.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { openHome } from '../server/src/home.ts'
import { readSettings, type Settings } from '../server/src/settings.ts'
import { readArguments } from './backup/arguments.ts'
import { checkBackup, refuseChanged, type Checked } from './backup/format.ts'
import { placeKey, presentKey } from './backup/home.ts'
import { openKey } from './backup/key.ts'
import { loadBackup, refuseNonEmpty, refuseOtherSteps } from './backup/load.ts'
import { knownPassphrase, reportProblems } from './backup/passphrase.ts'
import { BackupError, text } from './backup/text.ts'

/** `npm run restore -- file`: restores everything or nothing into an empty data folder or an empty database. */
await reportProblems(async () => {
  const { values, positionals } = readArguments(text.usageRestore, { 'without-mac': { type: 'boolean', default: false } }, 1)
  const [name] = positionals
  if (name === undefined) throw new BackupError(text.usageRestore)
  const from = performance.now()
  const settings = readSettings()
  // Problems of the file, the passphrase or the version are found before any database is changed.
  const checked = await checkBackup(resolve(name))
  await refuseOtherSteps(checked.head)
  const master = checked.head.key ? await openKey(checked.head.key, await knownPassphrase()) : await presentKey(settings)
  if (!master) throw new BackupError(text.keyMissing)
  refuseChanged(checked, master, values['without-mac'])
  const home = await openHome(settings)
  const db = openDb(openPool(home.connection, 2))
  try {
    const lines = await restore(db, settings, checked, master)
    const { time, version } = checked.head
    console.log([text.restored(time, version, ((performance.now() - from) / 1000).toFixed(1)), ...lines].join('\n'))
  } finally {
    await db.destroy()
    await home.close()
  }
})

/** Returns the lines to print. */
async function restore(db: Kysely<Tables>, settings: Settings, checked: Checked, master: Buffer): Promise<string[]> {
  await refuseNonEmpty(db)
  const keyFile = await placeKey(settings, master)
  const { tables, rows, fieldOpened, auditRecords } = await loadBackup(db, checked, master).catch(async (error: unknown) => {
    if (keyFile !== undefined) await rm(keyFile, { force: true })
    throw error
  })
  // The data is complete from here on; a server start could repeat the following steps.
  const migrated = await migrate(db)
  await sql`analyze`.execute(db)
  return [
    text.checkedTables(tables, rows),
    fieldOpened ? text.checkedField : text.noField,
    text.checkedChain(auditRecords),
    ...(migrated.length > 0 ? [text.migrated(migrated)] : []),
    ...(keyFile === undefined ? [] : [text.keyWritten(keyFile)]),
    text.signInAgain,
  ]
}
