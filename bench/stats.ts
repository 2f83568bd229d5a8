import { sql } from 'kysely'
import type { AnyCall } from '@hufu/contract/call'
import { stats } from '@hufu/contract/audit/stats'
import { inDatabase } from './data.ts'
import { latency, ms } from './measure.ts'
import type { Row } from './reads.ts'
import { signInAs, startServer, type Running } from './server.ts'
import { createStatsAdmins, type BRANCHES, DAYS, clearLogins, recordCost, writeLogins } from './stats-data.ts'

const LOGINS = Number(process.env.HUFU_BENCH_LOGINS ?? 10_000_000)
const TIMES = 20
const AIM = '1 s'

const day = (ago: number) => new Date(Date.now() + 8 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10)
const range = { beginTime: day(DAYS), endTime: day(1) }
const cases: [string, AnyCall, Record<string, unknown>][] = [
  ['overview', stats.overview, {}],
  ['trend by day', stats.loginTrend, range],
  ['ways in', stats.loginType, range],
  ['reasons of failure', stats.failReason, range],
  ['hours of the week', stats.loginHours, range],
  ['active people by day', stats.activeUser, range],
  ['active people by month', stats.activeUser, { ...range, unit: 'month' }],
  ['organisations by sign-ins', stats.orgLogin, range],
  ['organisations by people', stats.orgUser, {}],
]

/** /audit/stats over ninety days: of all users, and of branches, which are counted from the log. */
export async function statistics(folder: string, password: string): Promise<Row[]> {
  const rows: Row[] = []
  let names: Record<keyof typeof BRANCHES, string> | undefined
  await inDatabase(folder, async ({ db }) => {
    await clearLogins(db)
    console.log(`writing ${LOGINS} attempts to sign in`)
    const begin = performance.now()
    await writeLogins(db, LOGINS)
    rows.push([`${LOGINS.toLocaleString('en-US')} attempts written and counted at once`, `${ms((performance.now() - begin) / 1000)} s`, ''])
    const [bare, counted] = [await recordCost(db, false), await recordCost(db, true)]
    rows.push(['a record of the log, alone', `${bare.toFixed(2)} ms, counted ${counted.toFixed(2)} ms`, ''])
    const begun = performance.now()
    await sql`call fold_login_tally()`.execute(db)
    rows.push(['… what came in a minute folded (2,000)', `${ms(performance.now() - begun)} ms`, ''])
    names = await createStatsAdmins(db)
  })
  const server = await startServer(folder)
  try {
    rows.push(...(await timed(server, 'statistics of 90 days')))
    for (const branch of ['province', 'city'] as const) {
      const they = server.with(await signInAs(names![branch], password))
      const { userCount } = await they.call(stats.overview)
      rows.push(...(await timed(they, `… of a ${branch} (${userCount.toLocaleString('en-US')} people)`)))
    }
  } finally {
    await server.stop()
  }
  await inDatabase(folder, ({ db }) => clearLogins(db))
  return rows
}

/** The first answer of a database that has just been started, then the usual one. */
async function timed(who: Pick<Running, 'call'>, whose: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, call, query] of cases) {
    const begin = performance.now()
    await who.call(call, { query })
    const cold = performance.now() - begin
    const { p50, p95 } = await latency(() => who.call(call, { query }), cold > 1000 ? 3 : TIMES)
    rows.push([`${whose}: ${what}`, `${ms(p50)} ms, p95 ${ms(p95)}, first ${ms(cold)}`, AIM])
  }
  return rows
}
