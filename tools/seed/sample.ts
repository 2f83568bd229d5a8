import { sql, type Kysely } from 'kysely'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import type { Tables } from '../../server/migrations/tables.ts'
import { seedActivity } from './activity.ts'
import { seedAdministrators, seedClients, seedFederation } from './administration.ts'
import { seedApps } from './apps.ts'
import { openCaller, withoutForcedChange, type Workplace } from './caller.ts'
import { COMPANY } from './company-words.ts'
import { EMPLOYEES_FROM, seedCompany } from './company.ts'
import { seedReviews } from './governance.ts'
import { seedGrants } from './grants.ts'
import { seedGroups } from './groups.ts'
import { drawLogins, lastLogins, seedLogins } from './logins.ts'
import { seedOrgs } from './orgs.ts'
import { seedOperations } from './operations.ts'
import { seedPeople } from './people.ts'
import { seedProtocols } from './protocols.ts'
import { seedSources } from './sources.ts'

export interface SampleSize {
  people: number
  logins: number
  /** The number of the first person. */
  from: number
}

type Report = <T>(name: string, work: () => Promise<T>, words: (done: T) => string) => Promise<T>

/**
 * Seeds everything there is to see: first the many rows, then the objects created by calls. Returns the accounts to sign in with.
 */
export async function seedSample(place: Workplace, { people, logins, from }: SampleSize, report: Report) {
  const { db, keys } = place.kernel
  await report('机构', () => seedOrgs(db), count => `${count} 个`)
  const drawn = drawLogins(from, people, logins)
  await report('用户', () => seedPeople(db, keys, people, { from, lastLoginOf: lastLogins(drawn) }), () => `${people} 人`)
  await report('登录日志', () => seedLogins(db, drawn), () => `${drawn.length} 条`)
  if (await isThere(db)) return []
  const group = () => withoutForcedChange(db, [BUILT_IN_ACCOUNT], () => seedGroup(place))
  return report('示例集团', group, () => '机构、用户、应用、授权、管理员与日志')
} // prettier-ignore

/** Seeded only once: a second run adds only people. */
const isThere = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom('org').select('id').where('code', '=', COMPANY).executeTakeFirst()) !== undefined

async function seedGroup(place: Workplace) {
  const admin = await openCaller(place, BUILT_IN_ACCOUNT)
  const company = await seedCompany(admin)
  const groups = await seedGroups(admin, company)
  const apps = await seedApps(admin)
  await seedGrants(admin, company, groups, apps)
  const accounts = await seedAdministrators(admin, company)
  await seedClients(admin, place.address)
  await seedFederation(admin, company)
  await seedProtocols(place, admin, company, apps)
  await seedActivity(place, admin, company, apps)
  await seedOperations(admin, company)
  await seedReviews(place, admin, company)
  await seedSources(place, admin, company, apps)
  await rulesDone(place)
  return accounts
}

/** Waits for the tasks that fill labels and work groups by rule, so that the sample shows them filled. */
async function rulesDone({ kernel }: Workplace): Promise<void> {
  const open = sql<{ n: number }>`select count(*)::int as n from async_task where status in ('WAIT', 'RUNNING')`
  for (;;) {
    const { rows } = await open.execute(kernel.db)
    if (rows[0]!.n === 0) return
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

/** The number of the first of so many further people. Refuses to add to existing data without `force`. */
export async function firstNumber(
  db: Kysely<Tables>,
  people: number,
  { force, empty }: { force: boolean; empty: boolean },
): Promise<number> {
  const { rows } = await sql<{ users: number; orgs: number; apps: number; last: number }>`select count(*) as users,
    (select count(*) from org) as orgs, (select count(*) from app) as apps,
    coalesce(max(substr(employee_number, 2)::int) filter (where employee_number ~ '^E[0-9]{7}$'), 0) as last from users`.execute(db)
  const { users, orgs, apps, last } = rows[0]!
  const isEmpty = users <= 1 && orgs <= 1 && apps === 0
  if (empty && !isEmpty) throw new Error('系统中已有数据，--sample 只能用于空系统，未写入任何示例数据')
  if (!isEmpty && !force) throw new Error(`数据库中已有 ${users} 个用户，未写入任何示例数据；确定要加入请使用 --force`)
  if (last + people >= EMPLOYEES_FROM) throw new Error(`示例用户最多 ${EMPLOYEES_FROM - 1} 个，已用到第 ${last} 个`)
  return last + 1
}
