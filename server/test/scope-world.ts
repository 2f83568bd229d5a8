import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { user } from '@hufu/contract/directory/user'
import { sql } from 'kysely'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { spelling } from '../src/domains/directory/org/org-rows.sql.ts'
import { searchColumns } from '../src/domains/directory/user/edit/person.ts'
import { phoneColumns } from '../src/domains/directory/user/edit/sealed-numbers.ts'
import type { Kernel } from '../src/platform/kernel.ts'
import { dice, type Dice } from './fuzz-input.ts'
import { phoneOf } from './given.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { MIRRORED_TABLES, Reference, type Change } from './scope-reference.ts'

export const SIZE = { orgs: 2000, people: 2500, admins: 50 }
export const SURNAMES = { 王: 'wang', 赵: 'zhao', 陈: 'chen', 顾: 'gu' } as const
/** The number of organisations without users; half of them are deleted. */
const EMPTY = 400
const PAGES = ['/organiz/index', '/organiz/org-list', '/system/gradeAdmins', '/wel/index']

export interface World {
  database: string
  /** The delegated administrators and their sessions. */
  admins: { userId: string; token: string }[]
  drop(): Promise<void>
}

/**
 * Creates a tree, its users, and delegated administrators appointed by the super administrator and by each other, all from one
 * seed.
 */
export async function makeWorld(seed: number): Promise<World> {
  const server = await startTestServer()
  const die = dice(seed)
  const orgs = await createOrgs(server.kernel, die)
  const people = await createPeople(server.kernel, die, orgs.slice(0, -EMPTY))
  await deleteSome(server, people.slice(-40), orgs.slice(-EMPTY / 2))
  await sql`call fold_org_tally()`.execute(server.kernel.db)
  await sql`analyze`.execute(server.kernel.db)
  const admins = await grantDelegations(server, die, people.slice(0, -40))
  return { ...(await server.rest()), admins }
}

export async function readReference({ db }: Kernel): Promise<{ reference: Reference; upTo: number }> {
  const reference = new Reference()
  for (const table_name of MIRRORED_TABLES) {
    const { rows } = await sql<{ row: { id: string } }>`select to_jsonb(t) as row from ${sql.table(table_name)} t order by id`.execute(db)
    for (const { row } of rows) reference.apply({ table_name, before: null, after: row })
  }
  return { reference, upTo: (await changesSince(db, 0)).upTo }
}

/** The changes in the data history after entry `since`, in order. */
export async function changesSince(db: Kernel['db'], since: number): Promise<{ changes: Change[]; upTo: number }> {
  const { rows } = await sql<{ n: number; change: Change }>`
    select id as n, jsonb_build_object('table_name', table_name, 'before', before, 'after', after) as change from data_history
    where id > ${since} and table_name = any (${[...MIRRORED_TABLES]}) order by id`.execute(db)
  return { changes: since === 0 ? [] : rows.map(row => row.change), upTo: rows.at(-1)?.n ?? since }
}

async function createOrgs({ db }: Kernel, die: Dice): Promise<string[]> {
  const ids = ['1']
  const rows = Array.from({ length: SIZE.orgs - 1 }, (_, n) => {
    const id = `o${String(n).padStart(4, '0')}`
    // Some branches become deep, others wide.
    const parentId = die.chance(0.3) ? ids.at(-1 - die.below(Math.min(5, ids.length)))! : die.oneOf(ids)
    ids.push(id)
    const [name, code] = [`${die.oneOf(['东', '西', '南'])}${die.oneOf(['局', '处', '科'])}${n}`, `C${n}`]
    return { id, parentId, name, code, ...spelling(name, code), sortNum: 1 + die.below(50) }
  })
  await db.insertInto('org').values(rows).execute()
  return ids
}

async function createPeople({ db, keys }: Kernel, die: Dice, orgs: readonly string[]): Promise<string[]> {
  const ids = Array.from({ length: SIZE.people }, (_, n) => `u${String(n).padStart(4, '0')}`)
  const people = ids.map((id, n) => {
    const realName = `${die.oneOf(Object.keys(SURNAMES))}${die.oneOf(['伟', '芳', '静'])}`
    const named = { userName: `p${n}`, realName, employeeNumber: null }
    return { id, ...named, ...phoneColumns(keys, phoneOf(5_000_000 + n)), ...searchColumns(named), passwordFrom: 'own' as const }
  })
  const jobs = ids.flatMap(userId => {
    const places = new Set(Array.from({ length: die.chance(0.6) ? 1 : 2 + die.below(2) }, () => die.oneOf(orgs)))
    return [...places].map((orgId, n) => ({
      id: `${userId}j${n}`,
      userId,
      orgId,
      jobType: n === 0 ? (1 as const) : (2 as const),
      sortNum: 1 + die.below(99),
    }))
  })
  for (let n = 0; n < people.length; n += 500)
    await db
      .insertInto('users')
      .values(people.slice(n, n + 500))
      .execute()
  for (let n = 0; n < jobs.length; n += 1000)
    await db
      .insertInto('job')
      .values(jobs.slice(n, n + 1000))
      .execute()
  return ids
}

/** Deletes some users, and then the organisations left empty. */
async function deleteSome(server: TestServer, people: string[], orgs: string[]): Promise<void> {
  await server.admin.call(user.remove, { body: { ids: people } })
  await sql`update org o set deleted_at = now() where o.id = any (${orgs}) and not exists (select 1 from job where org_id = o.id)
    and not exists (select 1 from org c where c.parent_id = o.id)`.execute(server.kernel.db)
}

const pageNodes = PAGES.map(page => shippedMenus.find(node => node.menuUri === page && node.type === 'menu')!)
const buttonsBelow = (pageId: string) => shippedMenus.filter(node => node.parentId === pageId && node.type === 'button')

/** Pages and buttons as a dialog would send them, taken from `heldNodes` if given. */
export function randomNodes(die: Pick<Dice, 'chance'>, heldNodes?: ReadonlySet<string>): { menuIds: string[]; buttonIds: string[] } {
  const pages = pageNodes.filter(page => (!heldNodes || heldNodes.has(page.id)) && die.chance(0.85))
  const buttons = pages.flatMap(page => buttonsBelow(page.id)).filter(node => (!heldNodes || heldNodes.has(node.id)) && die.chance(0.85))
  return { menuIds: pages.map(page => page.id), buttonIds: buttons.map(node => node.id) }
}

/** A dozen are appointed by the super administrator; the others get delegations from earlier ones, with the real call. */
async function grantDelegations(server: TestServer, die: Dice, people: readonly string[]): Promise<World['admins']> {
  const admins: World['admins'] = []
  const { reference, upTo } = await readReference(server.kernel)
  let since = upTo
  const orgs = [...reference.org.values()].filter(org => !org.deleted_at).map(org => org.id)
  const sizeOf = (root: string) => orgs.filter(id => reference.isBelow(id, root)).length
  for (let tries = 0; admins.length < SIZE.admins && tries < 1000; tries++) {
    const by = admins.length < 12 ? undefined : die.oneOf(admins)
    const source = by && reference.grantsOf(by.userId, delegatedAdmin.save)[0]
    const administered = source ? orgs.filter(id => reference.covers(source, id)) : orgs.slice(0, 300)
    // The largest of four, so that something is left to hand on.
    const orgId = [1, 2, 3, 4].map(() => die.oneOf(administered)).reduce((a, b) => (sizeOf(a) < sizeOf(b) ? b : a))
    const place = by ? administered : orgs.filter(id => reference.isBelow(id, orgId))
    const inside = new Set(place)
    const candidates = [...reference.people(job => inside.has(job.org_id))].filter(
      id => people.includes(id) && !admins.some(admin => admin.userId === id),
    )
    if ((by && !source) || candidates.length === 0 || (!by && place.length < 15)) continue
    const userId = die.oneOf(candidates)
    const body = {
      userIds: [userId],
      orgId,
      hasIncludeChild: die.chance(0.85) ? (1 as const) : (0 as const),
      hasHandOn: die.chance(0.8) ? (1 as const) : (0 as const),
      ...randomNodes(die, source && reference.nodes(source)),
    }
    const as = by ? server.withToken(by.token) : server.admin
    const { envelope } = await as.send(delegatedAdmin.save, { body })
    if (envelope.code !== 'success') continue
    admins.push({ userId, token: (await server.as(userId)).token! })
    const { changes, upTo } = await changesSince(server.kernel.db, since)
    for (const change of changes) reference.apply(change)
    since = upTo
  }
  return admins
}
