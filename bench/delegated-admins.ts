import { sql, type Kysely } from 'kysely'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { menus } from '@hufu/contract/permission/menu'
import { user } from '@hufu/contract/directory/user'
import type { Tables } from '../server/migrations/tables.ts'
import { inTransaction, SYSTEM } from '../server/src/platform/database/db.ts'
import { newId } from '../server/src/platform/database/ids.ts'
import { latency, ms } from './measure.ts'
import type { Row } from './reads.ts'
import { signInAs, type Running } from './server.ts'

const ADMINS = 500
/** Organisations of each administrator, scattered over the country. */
const SUBTREES = 12
const PAGES = ['organiz_index', 'organiz_org-list']

/** Five hundred delegated administrators among the seeded people; created once and kept with the data. */
export async function seedDelegations(db: Kysely<Tables>): Promise<void> {
  const { rows: present } = await sql<{ n: number }>`select count(distinct user_id) as n from grade_admin`.execute(db)
  if (present[0]!.n >= ADMINS) return
  console.log(`seeding ${ADMINS} grade administrators`)
  await inTransaction(db, SYSTEM, async trx => {
    // Districts and streets in an order that is the same every time, and in which neighbours are far apart.
    await sql`create temporary table given on commit drop as
      with place as (select id, row_number() over (order by md5(code)) - 1 as n from org
          where deleted_at is null and length(code) in (6, 9) order by md5(code) limit ${ADMINS * SUBTREES}),
        person as (select id, row_number() over (order by id) - 1 as n from (
          select id from users where deleted_at is null and status = 1 and id <> '1' order by id limit ${ADMINS}) first)
      select person.id as user_id, place.id as org_id from place join person on person.n = place.n / ${SUBTREES}`.execute(trx)
    const { rows } = await sql<{ userId: string; orgId: string }>`select * from given`.execute(trx)
    const delegations = rows.map(row => ({ id: newId(), ...row, hasIncludeChild: 1 as const }))
    for (let n = 0; n < delegations.length; n += 1000)
      await trx
        .insertInto('gradeAdmin')
        .values(delegations.slice(n, n + 1000))
        .onConflict(row => row.doNothing())
        .execute()
    await sql`insert into grade_admin_menu (grade_admin_id, menu_id)
      select g.id, m.id from grade_admin g join menu m on m.id = any (${['organiz', ...PAGES]}) or m.parent_id = any (${PAGES})
      on conflict do nothing`.execute(trx)
    await sql`update users set password_from = 'own' where id in (select user_id from given)`.execute(trx)
  })
}

/** The console of an administrator of a dozen scattered subtrees. */
export async function delegations(server: Running, password: string): Promise<Row[]> {
  const { records } = await server.call(delegatedAdmin.page, { query: { size: 1 } })
  const boss = records[0]!
  const own = await server.call(delegatedAdmin.byUser, { query: { userId: boss.userId } })
  const they = server.with(await signInAs(boss.userName, password))
  const page = (query: Record<string, unknown>) => () => they.call(user.page, { query: { size: 20, ...query } })
  const what = `of ${own.length} scattered subtrees`
  const cases: [string, () => Promise<unknown>, string][] = [
    [`user page of a grade administrator ${what}`, page({}), 'p95 80 ms'],
    ['… their people by name', page({ orderBy: 'realName' }), ''],
    ['… their search 建国', page({ searchKey: '建国' }), ''],
    ['rights of a grade administrator, from the cache', () => they.call(menus.granted), '1.5 ms'],
  ]
  const rows: Row[] = []
  for (const [line, ask, aim] of cases) {
    const { p50, p95 } = await latency(ask, 60)
    rows.push([`${line}, c1`, `${ms(p50)} ms, p95 ${ms(p95)}`, aim])
  }
  rows.push(await coldRightsCheck(server, they, own[0]!.id))
  return rows
}

/** Every change of a delegation invalidates all cached rights; this measures the first reading after it. */
async function coldRightsCheck(server: Running, they: Pick<Running, 'call'>, id: string): Promise<Row> {
  const { orgId, hasIncludeChild, hasHandOn, menuIds, buttonIds } = await server.call(delegatedAdmin.byId, { query: { id } })
  const taken: number[] = []
  for (let n = 0; n < 40; n++) {
    await server.call(delegatedAdmin.update, {
      body: { id, orgId, hasIncludeChild: hasIncludeChild as 1, hasHandOn: hasHandOn as 0, menuIds, buttonIds },
    })
    const begin = performance.now()
    await they.call(menus.granted)
    taken.push(performance.now() - begin)
  }
  taken.sort((a, b) => a - b)
  return ['rights of a grade administrator, cold, c1', `${ms(taken[20]!)} ms, p95 ${ms(taken[37]!)}`, '']
}
