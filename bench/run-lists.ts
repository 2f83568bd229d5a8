import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../server/migrations/tables.ts'
import { openApp } from '../server/src/app.ts'
import { defineTasks } from '../server/src/background.ts'
import { firstStart } from '../server/src/first-start.ts'
import { startSession } from '../server/src/platform/access/session-lifecycle.ts'
import { inTransaction, SYSTEM } from '../server/src/platform/database/db.ts'
import { openLog } from '../server/src/platform/http/log.ts'
import type { Kernel } from '../server/src/platform/kernel.ts'
import { seedOrgs } from '../tools/seed/orgs.ts'
import { seedPeople } from '../tools/seed/people.ts'
import { seedApps } from './app-data.ts'
import { seedAudit } from './audit.ts'
import { inDatabase } from './data.ts'
import { createAsk } from './http.ts'
import { isPlanted, LATE, seedLatePeople } from './late-people.ts'
import { seedRecords, writeLateAudit } from './late-records.ts'
import { lists } from './list-filters.ts'
import { measureList, SLOW_MS, type Measured } from './list-measure.ts'
import { ms } from './measure.ts'

/**
 * `node bench/run-lists.ts`: every list of the contract with each of its filters and pages of 1, 20 and 500 rows, where the rows
 * that match come last in the order of the list. HUFU_BENCH_LISTS=user,sms measures some of them and leaves bench/README.md as it is.
 */
const PEOPLE = Number(process.env.HUFU_BENCH_PEOPLE ?? 1_000_000)
const chosen = process.env.HUFU_BENCH_LISTS?.split(',')
/** Lists with fewer rows are small by nature, and are shown only if they are slow. */
const SMALL = 10_000
/** Among the seeded people; may use every page for a province and for the organisation of the late people. */
const DELEGATED = 'late-delegation'
const folder = join(process.env.HUFU_DATA ?? './data', 'bench-lists')
const section = 'Lists whose hits come last'

await mkdir(folder, { recursive: true })
await inDatabase(folder, async kernel => {
  await prepareLists(kernel)
  await measureAll(kernel)
})

async function prepareLists(kernel: Kernel): Promise<void> {
  const { db, keys } = kernel
  await firstStart(kernel)
  await sql`update users set password_from = 'own', password_time = now() where id = '1'`.execute(db)
  if (!(await isPlanted(db))) {
    await writeLateAudit(db)
    console.log(`seeding ${PEOPLE} people`)
    await seedOrgs(db)
    await seedPeople(db, keys, PEOPLE)
    await seedApps(db)
    await seedLatePeople(db, keys)
  }
  await seedAudit(db)
  await seedRecords(db, PEOPLE)
  await appoint(db)
}

async function appoint(db: Kysely<Tables>): Promise<void> {
  await inTransaction(db, SYSTEM, async trx => {
    await sql`insert into grade_admin (id, user_id, org_id, has_include_child)
      select ${DELEGATED} || '-' || o.code, (select min(id) from live_user where id <> '1' and status = 1), o.id, 1 from org o
      where o.code in ('33', 'late') on conflict do nothing`.execute(trx)
    const ours = sql`g.id like ${`${DELEGATED}%`}`
    await sql`insert into grade_admin_menu (grade_admin_id, menu_id)
      select g.id, m.id from grade_admin g cross join menu m where ${ours} on conflict do nothing`.execute(trx)
    await sql`update users set password_from = 'own' where id in (select g.user_id from grade_admin g where ${ours})`.execute(trx)
  })
}

async function measureAll(kernel: Kernel): Promise<void> {
  defineTasks(kernel)
  const app = await openApp(kernel, openLog({ logLevel: 'error' }))
  const ask = createAsk(await app.listen({ port: 0, host: '127.0.0.1' }))
  const { rows } = await sql<{ userId: string }>`select user_id from grade_admin where id like ${`${DELEGATED}%`}`.execute(kernel.db)
  const callers = { 'a super administrator': '1', 'a delegated administrator': rows[0]!.userId }
  const found: (Measured & { caller: string })[] = []
  try {
    for (const [caller, userId] of Object.entries(callers)) {
      const { token } = await startSession(kernel.db, { userId, loginType: 'password', ip: '127.0.0.1', agent: 'bench' })
      for (const list of lists) {
        if (chosen && !chosen.some(name => list.name.startsWith(name))) continue
        const measured = await measureList(kernel.pool, ask, token, list)
        tell(caller, measured)
        found.push({ ...measured, caller })
      }
    }
  } finally {
    await app.close()
  }
  if (!chosen) await writeReport(found)
}

function tell(caller: string, { name, refusal, total, slowest }: Measured): void {
  const figures = slowest
    ? `${ms(slowest.milliseconds)} ms of ${slowest.failure ?? `${slowest.hits} hits`}, ${slowest.request}; removed ${slowest.removed}; ${slowest.plan}`
    : `refused: ${refusal}`
  console.log(`${caller.slice(2, 11)} ${name.padEnd(24)} ${String(total).padStart(8)}  ${figures}`)
}

async function writeReport(found: readonly (Measured & { caller: string })[]): Promise<void> {
  const measured = found.filter(list => list.slowest !== undefined)
  const shown = measured.filter(({ total, slowest }) => total >= SMALL || slowest!.milliseconds >= SLOW_MS)
  const small = [...new Set(measured.filter(list => !shown.includes(list)).map(({ name }) => name))]
  const refused = found
    .filter(list => !list.slowest && list.caller === 'a super administrator')
    .map(({ name, refusal }) => `${name} (${refusal})`)
  const lines = shown
    .toSorted((one, other) => other.slowest!.milliseconds - one.slowest!.milliseconds)
    .map(({ name, caller, total, slowest: of }) => {
      const time = `${ms(of!.milliseconds)} ms${of!.failure === undefined ? '' : `, ${of!.failure}`}`
      return `| ${[name, caller, total.toLocaleString('en-US'), of!.request, of!.hits.toLocaleString('en-US'), time, of!.removed.toLocaleString('en-US'), of!.plan].join(' | ')} |`
    })
  const text = `## ${section}

Measured with \`node bench/run-lists.ts\` on ${PEOPLE.toLocaleString('en-US')} people: each list of the contract with each of its filters, one at a time, and pages of 1, 20
and 500 rows. Each list has ${LATE.toLocaleString('en-US')} rows at the end of its order that a filter finds and that PostgreSQL believes to be spread evenly. A row shows the
slowest request of a list, the slowest of its statements by the way to the node that takes longest, and how many rows that statement read in vain.

| list | caller | rows | slowest request | hits | time | rows removed | plan |
|---|---|---|---|---|---|---|---|
${lines.join('\n')}

Lists with fewer than ${SMALL.toLocaleString('en-US')} rows, none slower than ${SLOW_MS} ms: ${small.join(', ')}.
${refused.length > 0 ? `\nNot measured: ${refused.join(', ')}.\n` : ''}`
  const page = new URL('README.md', import.meta.url)
  const [head = '', ...sections] = (await readFile(page, 'utf8')).trimEnd().split(/\n(?=## )/)
  const others = sections.filter(other => !other.startsWith(`## ${section}\n`))
  await writeFile(page, `${[head, ...others.map(other => other.trimEnd()), text.trimEnd()].join('\n\n').replace(/\n{3,}/g, '\n\n')}\n`)
}
