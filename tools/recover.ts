import { openDb, openPool } from '../server/src/platform/database/db.ts'
import { readSettings } from '../server/src/settings.ts'
import { readArguments } from './backup/arguments.ts'
import { openForBackup } from './backup/home.ts'
import { reportProblems } from './backup/passphrase.ts'
import { recover } from './recover/recover.ts'
import { text } from './recover/text.ts'

/** `npm run recover [-- --password]`: lets the built-in account sign in again, whether or not the server is running. */
await reportProblems(async () => {
  const { values } = readArguments(text.usage, { password: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } })
  if (values.help) return console.log(text.usage)
  const home = await openForBackup(readSettings())
  const db = openDb(openPool(home.connection, 2))
  try {
    const password = await recover(db, { newPassword: values.password })
    console.log([text.done, text.soon, ...(password === undefined ? [] : [text.password(password)]), text.later].join('\n'))
  } finally {
    await db.destroy()
    await home.close()
  }
})
