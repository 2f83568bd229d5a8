import { sql } from 'kysely'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { newId } from '../src/platform/database/ids.ts'
import type { Dice } from './fuzz-input.ts'
import type { GrantSubject } from './given.ts'
import { actorsOf, KEPT, type Actor } from './giving-actors.ts'
import { startTestServer, type Subject, type TestServer } from './harness.ts'
import { setReview } from './reviews.ts'

/** The pages the two delegated administrators can get, including those of objects of the whole system that rights depend on. */
export const DELEGATED: readonly string[] = [
  '/organiz/index', '/organiz/org-list', '/organiz/user-label', '/organiz/work-group', '/organiz/stripe-org', '/organiz/setting', '/organiz/station',
  '/organiz/deleted-user', '/organiz/deleted-org', '/organiz/batch-add-user', '/organiz/batch-add-org', '/authorize/index', '/authorize/auth-group',
  '/app/user', '/app/authority', '/app/list', '/system/gradeAdmins', '/organiz/grade-admin',
] // prettier-ignore

export interface GivingWorld {
  server: TestServer
  actors: readonly Actor[]
  /**
   * The examiner, who reviews every change of a user or organisation and holds nothing else; undefined: changes are not reviewed.
   */
  examiner: Subject | undefined
}

const several = async (n: number, make: (n: number) => Promise<string>) => {
  const ids: string[] = []
  for (let at = 0; at < n; at++) ids.push(await make(at))
  return ids
}

/**
 * Thirty organisations, forty users, some of each kind of object that gives rights, and the actors: two delegated administrators
 * with overlapping branches, holders of system roles, a user who administers nothing, API clients and SCIM clients. Changes are
 * reviewed or not.
 */
export async function makeGivingWorld(die: Dice, isExamined: boolean): Promise<GivingWorld> {
  const server = await startTestServer({ jobs: true })
  const { given, kernel } = server
  const { db } = kernel
  await given.forDelegations(...DELEGATED)
  const orgs = ['1']
  for (let n = 0; n < 30; n++) orgs.push(await given.org({ parentId: n < 3 ? '1' : die.oneOf(orgs.slice(1)) }))
  const posts = await several(4, id => insertPositionAttribute(server, 'post', id))
  const ranks = await several(3, id => insertPositionAttribute(server, 'rank', id))
  const people = await several(
    40,
    () =>
    given.user({ jobs: [...new Set([die.oneOf(orgs), die.oneOf(orgs)])].map((orgId, n) => ({ orgId, jobType: n === 0 ? 1 : 2, stationId: die.chance(0.3) ? die.oneOf(posts.slice(1)) : null })) }), // prettier-ignore
  )
  const rule = (at: number) => (at < 2 ? JSON.stringify({ match: 'any', conditions: [{ field: 'rank', ids: [ranks[at]!] }, ...(at === 1 ? [{ field: 'org', orgIds: [die.oneOf(orgs.slice(1))], below: true, mainOnly: false }] : [])] }) : at === 2 ? JSON.stringify({ match: 'all', conditions: [{ field: 'gender', value: 2 }] }) : null) // prettier-ignore
  const labels = await several(7, async at => {
    const id = newId()
    await db
      .insertInto('userLabel')
      .values({ id, name: `标签甲${at}`, rule: rule(at) })
      .execute()
    return id
  })
  const groups = await several(6, async at => {
    const id = newId()
    await db.insertInto('workGroup').values({ id, name: `组甲${at}`, code: `GA${at}`, orgId: die.oneOf(orgs.slice(1)), rule: rule(at + 1) }).execute() // prettier-ignore
    return id
  })
  const lines = await several(3, async at => {
    const id = newId()
    await db
      .insertInto('stripe')
      .values({ id, name: `线甲${at}`, code: `LA${at}` })
      .execute()
    return id
  })
  const apps = await several(6, () => given.app())
  const roles = (await Promise.all(apps.flatMap(appId => [0, 1].map(async () => ({ appId, roleId: await given.appRole(appId) }))))).flat()
  const authGroups = await several(3, () => given.authGroup())
  const admins = await several(2, n => given.user({ org: orgs[n + 1]! }))
  const keepers = await several(2, n => given.user({ org: orgs[n + 1]! }))
  const plain = await given.user({ org: orgs[3]! })
  for (const [n, id] of admins.entries()) {
    await grantDelegation(server, die, id, orgs[n + 1]!, 1)
    await grantDelegation(server, die, id, orgs[n + 2]!, 0.6)
  }
  for (const [n, id] of keepers.entries()) await given.role(id, ...KEPT[n]!)
  for (const id of people.slice(0, 6)) await given.role(id, '/organiz/index', ...die.oneOf(KEPT).filter(() => die.chance(0.5)))
  const appGrant = () => (die.chance(0.5) ? die.oneOf(roles) : { appId: die.oneOf(apps), roleId: null })
  const give = (subjectType: GrantSubject['subjectType'], subjectId: string) => given.grant({ subjectType, subjectId, below: die.chance(0.7), ...(die.chance(0.2) ? { groupId: die.oneOf(authGroups) } : appGrant()) }).catch(() => '') // prettier-ignore
  for (const id of authGroups)
    for (let n = 0; n < 2; n++) await given.grant({ subjectType: 'authGroup', subjectId: id, ...appGrant() }).catch(() => '')
  for (const id of [...labels, ...labels]) if (die.chance(0.5)) await give('label', id)
  for (const id of [...groups, ...groups]) if (die.chance(0.5)) await give('workGroup', id)
  for (const id of posts) if (die.chance(0.7)) await give('post', id)
  for (const id of lines) if (die.chance(0.8)) await give('stripe', id)
  for (const id of orgs.slice(1)) if (die.chance(0.25)) await give('org', id)
  for (const id of [...people, ...admins, ...admins, ...admins, ...keepers, plain]) if (die.chance(0.4)) await give('user', id)
  for (let n = 0; n < 6; n++)
    await db.insertInto('appAccount').values({ appId: die.oneOf(apps), userId: die.oneOf(people), status: 0 }).onConflict(row => row.doNothing()).execute() // prettier-ignore
  // Labels and work groups were inserted without the job that computes their members, so everybody is queued for it.
  await sql`insert into label_due (user_id) select id from users`.execute(db)
  return {
    server,
    examiner: isExamined ? await appointExaminer(server) : undefined,
    actors: await actorsOf(server, { admins, keepers, plain, branch: orgs[1]! }),
  }
}

async function appointExaminer(server: TestServer): Promise<Subject> {
  const id = await server.given.user()
  await server.given.role(id, '/examine/review-user#*', '/examine/review-org#*')
  await setReview(server, { user: [id], org: [id] })
  return server.as(id)
}

async function insertPositionAttribute({ kernel }: TestServer, kind: 'post' | 'rank', n: number): Promise<string> {
  const id = newId()
  await kernel.db
    .insertInto('standing')
    .values({ id, kind, name: `${kind}${n}`, code: `${kind}${n}` })
    .execute()
  return id
}

/** Appoints a delegated administrator with each page by this chance, and then each of its buttons. */
async function grantDelegation({ kernel: { db } }: TestServer, die: Dice, userId: string, orgId: string, chance: number): Promise<void> {
  const id = newId()
  await db.insertInto('gradeAdmin').values({ id, userId, orgId, hasIncludeChild: 1, hasHandOn: 1 }).execute()
  const pages = shippedMenus.filter(node => DELEGATED.includes(node.menuUri) && node.type === 'menu' && die.chance(chance))
  const buttons = shippedMenus.filter(node => node.type === 'button' && pages.some(page => page.id === node.parentId) && die.chance(chance))
  const nodes = [...pages, ...buttons]
  if (nodes.length > 0) await db.insertInto('gradeAdminMenu').values(nodes.map(node => ({ gradeAdminId: id, menuId: node.id }))).execute() // prettier-ignore
}
