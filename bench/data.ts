import { mkdir } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { user } from '@hufu/contract/directory/user'
import { firstStart } from '../server/src/first-start.ts'
import type { Tables } from '../server/migrations/tables.ts'
import { inTransaction, SYSTEM } from '../server/src/platform/database/db.ts'
import { openKernel, type Kernel } from '../server/src/platform/kernel.ts'
import { openLog } from '../server/src/platform/http/log.ts'
import { openHome } from '../server/src/home.ts'
import { readSettings } from '../server/src/settings.ts'
import { recountCounters } from '../tools/seed/bulk-mode.ts'
import { seedOrgs } from '../tools/seed/orgs.ts'
import { INITIAL_PASSWORD, seedPeople } from '../tools/seed/people.ts'
import { withoutLimits } from '../tools/seed/rows.ts'
import { clearVisits, seedApps } from './app-data.ts'
import { seedAudit } from './audit.ts'
import { seedDelegations } from './delegated-admins.ts'
import { serverEnvironment } from './environment.ts'
import { ADMIN_PASSWORD, type Running } from './server.ts'
import { clearLogins } from './stats-data.ts'
import { CREATED_NAME, IMPORTED_PREFIX } from './writes.ts'

export interface Prepared {
  place: { host: string; port: number; user: string }
  /** of every seeded person */
  password: string
}

/** Opens the bench's database while no server runs; its caches are cold afterwards. */
export async function inDatabase(folder: string, work: (kernel: Kernel) => Promise<void>): Promise<Prepared['place']> {
  const settings = readSettings({ ...serverEnvironment(folder), HUFU_ADMIN_PASSWORD: ADMIN_PASSWORD })
  const home = await openHome(settings)
  const kernel = await openKernel(settings, home.connection, openLog(settings))
  try {
    await work(kernel)
  } finally {
    await kernel.close()
    await home.close()
  }
  const { host = '', port = 5432, user: owner = '' } = home.connection
  return { host, port, user: owner }
}

/** The data of the bench, created once and kept in its folder. */
export async function prepare(folder: string, people: number): Promise<Prepared> {
  await mkdir(folder, { recursive: true })
  const place = await inDatabase(folder, async kernel => {
    await firstStart(kernel)
    await kernel.db
      .updateTable('users')
      .set({ passwordFrom: 'own', passwordTime: sql<string>`now()` })
      .where('id', '=', '1')
      .execute()
    await clearWritten(kernel.db)
    await clearLogins(kernel.db)
    await clearVisits(kernel.db)
    const { rows } = await sql<{ n: number }>`select count(*) as n from users`.execute(kernel.db)
    const present = rows[0]!.n
    if (present < people) {
      console.log(`seeding ${people - present} people`)
      await seedOrgs(kernel.db)
      await seedPeople(kernel.db, kernel.keys, people - present, { from: present + 1 })
    }
    await seedDelegations(kernel.db)
    await seedApps(kernel.db)
    await seedAudit(kernel.db)
    await sql`call fold_org_tally()`.execute(kernel.db)
    // Removing an import leaves so much to vacuum that it takes longer than a call may.
    await kernel.db.connection().execute(async one => {
      await sql`set statement_timeout = 0`.execute(one)
      await sql`vacuum analyze`.execute(one)
    })
  })
  return { place, password: INITIAL_PASSWORD }
}

/** Removes the users a former bench created or imported, so that each run finds the same people in the same places. */
async function clearWritten(db: Kysely<Tables>): Promise<void> {
  await inTransaction(db, SYSTEM, async trx => {
    await withoutLimits(trx)
    const tables = ['session', 'pending_password', 'user_label_member', 'job', 'users']
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    await sql`create temporary table written on commit drop as
      select id from users where user_name like ${`${IMPORTED_PREFIX}%`} or real_name = ${CREATED_NAME}`.execute(trx)
    for (const table of tables)
      await sql`delete from ${sql.table(table)} where ${sql.ref(table === 'users' ? 'id' : 'user_id')} in (select id from written)`.execute(
        trx,
      )
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
    await sql`truncate data_history, import_plan, import_row cascade`.execute(trx)
    await recountCounters(trx)
  })
}

/** Accounts to sign in with: seeded users, whose password is known. */
export async function waitForNames(server: Running): Promise<string[]> {
  const { records } = await server.call(user.page, { query: { size: 500, status: 1, current: 40, orderBy: 'createTime', asc: true } })
  return records.map(record => record.userName)
}
