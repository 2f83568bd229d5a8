import { app } from '@hufu/contract/apps/app'
import { appUser } from '@hufu/contract/apps/app-user'
import { authorize } from '@hufu/contract/apps/authorize'
import { user } from '@hufu/contract/directory/user'
import { accessOf, pathsOf } from '../server/src/domains/apps/access/paths.sql.ts'
import type { Db } from '../server/src/platform/database/db.ts'
import { appIdOf, APPS, kinds } from './app-data.ts'
import { inDatabase } from './data.ts'
import { latency, ms } from './measure.ts'
import type { Row } from './reads.ts'
import type { Running } from './server.ts'

const REQUESTS = 200

/** Access checks on a database that has just been started, each for another user, so that no cache helps. */
export async function coldAccessCheck(folder: string): Promise<Row[]> {
  const rows: Row[] = []
  await inDatabase(folder, async ({ db }) => {
    const people = await db.selectFrom('users').select('id').where('deletedAt', 'is', null).orderBy('pinyin').limit(REQUESTS).execute()
    const ask = async (what: string, aim: string, act: (db: Db, userId: string, n: number) => Promise<unknown>) => {
      const taken: number[] = []
      for (const [n, { id }] of people.entries()) {
        const begin = performance.now()
        await act(db, id, n)
        taken.push(performance.now() - begin)
      }
      const [first] = taken
      taken.sort((a, b) => a - b)
      const at = (share: number) => ms(taken[Math.floor(taken.length * share)]!)
      rows.push([what, `${at(0.5)} ms, p95 ${at(0.95)}, the very first ${ms(first!)}`, aim])
    }
    await ask('may this person open this application, cold', '5 ms', (handle, id, n) =>
      accessOf(handle, { userId: id, appId: appIdOf(n % APPS) }),
    )
    await ask('… every way to every application of one person', '50 ms', (handle, id) => pathsOf(handle, id))
  })
  return rows
}

/** Access checks with 300 applications and 2,000 roles, granted to every kind of subject. */
export async function rights(server: Running): Promise<Row[]> {
  const { records } = await server.call(user.page, { query: { size: 500, orderBy: 'realName' } })
  const person = (n: number) => records[n % records.length]!.id
  const cases: [string, (n: number) => Promise<unknown>, string][] = [
    ['rights of one person (getUserAuth)', n => server.call(user.rights, { query: { userId: person(n) } }), '50 ms'],
    ['why one person may open an application', n => server.call(authorize.why, { query: { userId: person(n), appId: appIdOf(n % APPS) } }), ''],
    ['300 applications, a page of 20', () => server.call(app.page, { query: { size: 20 } }), ''],
  ] // prettier-ignore
  const rows: Row[] = []
  const measure = async (what: string, ask: (n: number) => Promise<unknown>, aim: string, times: number) => {
    const { p50, p95 } = await latency(ask, times)
    rows.push([`${what}, c1`, `${ms(p50)} ms, p95 ${ms(p95)}`, aim])
  }
  for (const [what, ask, aim] of cases) await measure(what, ask, aim, 60)
  for (const [turn, kind] of kinds.entries()) {
    // Each request is for another application of this kind.
    const page = (n: number) => server.call(appUser.page, { query: { appId: appIdOf(turn + 10 * (n % (APPS / kinds.length))), size: 20 } })
    const { total } = await page(0)
    await measure(`who can open an application given to ${words[kind]} (${total.toLocaleString('en-US')}), count and first page`, page, '200 ms', 20) // prettier-ignore
  }
  await measure('what closing it would mean: an application of the whole directory', () => server.call(app.impact, { body: { ids: [appIdOf(0)] } }), '', 3) // prettier-ignore
  return rows
}

const words: Readonly<Record<(typeof kinds)[number], string>> = {
  everybody: 'the whole directory',
  province: 'a province',
  city: 'three cities',
  street: 'twenty streets alone',
  label: 'two labels',
  post: 'two posts',
  workGroup: 'five work groups',
  stripe: 'a line',
  user: '2,000 people one by one',
  authGroup: 'three permission groups',
}
