import { sql, type RawBuilder } from 'kysely'
import type { Page, Paging } from '@hufu/contract/shapes'
import { MAIN_JOB, type User } from '@hufu/contract/user'
import type { Db } from '../../kernel/db.ts'
import { offsetOf, pageOf } from '../../kernel/paging.ts'
import { planAnew } from '../../kernel/prepared.ts'
import { countedGram, isSearch, personConditions, type People } from './user-filter.sql.ts'
import {
  asksJob,
  inPlace,
  isEverybody,
  jobConditions,
  orgsOf,
  placeOf,
  ROOT,
  standsOnce,
  wholePlace,
  type Place,
} from './user-place.sql.ts'

interface Search {
  place: Place
  people: People
  /** conditions of the person `u`; empty when nothing of him is asked */
  who: RawBuilder<unknown>[]
}

async function searchOf(db: Db, people: People): Promise<Search> {
  return { place: await placeOf(db, people), people, who: personConditions(people) }
}

const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)

const LOGIN_TIME = 'l.login_time'
/** When the person `u` was last in; null: never. */
export const lastLogin = sql.raw('(select login_time from last_login where user_id = u.id)')

/** A map, not an object: `constructor` is no column. */
const orders: ReadonlyMap<string, string> = new Map([
  ['realName', 'u.pinyin'],
  ['userName', 'lower(u.user_name)'],
  ['employeeNumber', 'u.employee_number'],
  ['createTime', 'u.create_time'],
  ['lastLoginTime', LOGIN_TIME],
  ['status', 'u.status'],
])

/** orderBy a field of the record, else ignored (D-07); default sortNum, then the order of creation. */
function orderOf(orderBy: string | undefined, down: boolean): RawBuilder<unknown> {
  const column = orders.get(orderBy ?? '')
  const way = down ? 'desc' : 'asc'
  if (!column) return sql.raw(`j.sort_num ${way}, j.id ${way}`)
  // Who never was in comes after everybody else, or before.
  const never = column === LOGIN_TIME ? (down ? 'nulls last' : 'nulls first') : ''
  return sql.raw(`${column} ${way} ${never}, u.id ${way}`)
}

/** What the order is read from besides the job `j`. */
function orderedFrom(orderBy: string | undefined): Source {
  const column = orders.get(orderBy ?? '')
  if (!column) return 'job'
  return column === LOGIN_TIME ? 'login' : 'person'
}

type Source = 'job' | 'person' | 'login'
type Sorting = { orderBy?: string | undefined; asc?: boolean | undefined }

interface Cut {
  limit: number
  offset: number
  order: RawBuilder<unknown>
  source: Source
}

/** The person `u` of a job, and his last sign-in `l`. Deleted people have no jobs: saying so serves the indexes. */
const withPerson = (source: Source) =>
  sql`join users u on u.id = j.user_id and u.deleted_at is null ${source === 'login' ? sql`join last_login l on l.user_id = u.id` : sql``}`

/** Every job in question, and its person where he is asked for. */
function gathered({ place, who, people }: Search): RawBuilder<unknown> {
  const person = who.length > 0 ? withPerson('person') : sql``
  return sql`job j ${person} where ${and([wholePlace(place), ...jobConditions(place, people, 'j'), ...who])}`
}

/** With several jobs in the place a person stands in the list once, by the first of them. */
const firstJobs = (search: Search) =>
  sql`(select distinct on (j.user_id) j.id, j.user_id, j.sort_num from ${gathered(search)} order by j.user_id, j.sort_num, j.id)`

/** Of several jobs in the place it is the first by which a person stands in the list. */
function isFirstJob(place: Place, people: People): RawBuilder<unknown> {
  if (standsOnce(place, people)) return sql`true`
  return sql`not exists (select 1 from job e where e.user_id = j.user_id and (e.sort_num, e.id) < (j.sort_num, j.id)
    and ${and([inPlace(place, 'e'), ...jobConditions(place, people, 'e')])})`
}

/** The jobs of one page, found by walking the order's index until it is full: good for many people spread everywhere. */
function walked({ place, people, who }: Search, { limit, offset, order, source }: Cut): RawBuilder<unknown> {
  const conditions = [inPlace(place, 'j'), ...jobConditions(place, people, 'j'), ...who, isFirstJob(place, people)]
  const person = who.length > 0 || source !== 'job' ? withPerson(source) : sql``
  return sql`select j.id from job j ${person} where ${and(conditions)} order by ${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`
}

/**
 * The first so many of each organisation, merged: good for a page of some organisations, however their people are
 * spread over the order. Only where the order is that of the jobs and nothing is asked of the person.
 */
function merged({ place, people }: Search, { limit, offset, order }: Cut): RawBuilder<unknown> {
  const conditions = [sql`j.org_id = o.org_id`, ...jobConditions(place, people, 'j'), isFirstJob(place, people)]
  return sql`select j.id from (${orgsOf(place)}) o cross join lateral (
      select j.id, j.sort_num from job j where ${and(conditions)} order by ${order} limit ${offset + limit}) j
    order by ${order} limit ${limit} offset ${offset}`
}

/** The same found by gathering everybody in question first, who are counted on the way: good for few. */
function sorted(search: Search, { limit, offset, order, source }: Cut): RawBuilder<unknown> {
  const person = source === 'job' ? sql`` : withPerson(source)
  return sql`select j.id, count(*) over () as total from ${firstJobs(search)} j ${person} order by ${order} limit ${limit} offset ${offset}`
}

/**
 * A page found by gathering the jobs in their order and looking, only until it is full, which of them are somebody's first:
 * good for few whose number is known. Nothing is asked of the person.
 */
function ranked(search: Search, { limit, offset, order }: Cut): RawBuilder<unknown> {
  return sql`select j.id from (select j.id, j.user_id, j.sort_num from ${gathered(search)} order by ${order}) j
    where ${isFirstJob(search.place, search.people)} order by ${order} limit ${limit} offset ${offset}`
}

/** So many of those found by a text are gathered before anybody is counted. */
const FEW = 2000

/** Total and page of everybody a text finds, whose index is then read once; undefined where they are more than a few. */
async function fewPage(db: Db, { who }: Search, { limit, offset, order, source }: Cut): Promise<Found | undefined> {
  const login = source === 'login' ? sql`join last_login l on l.user_id = u.id` : sql``
  const { rows } = await sql<Found>`${planAnew} with found as materialized (
      select u.id, u.pinyin, u.user_name, u.employee_number, u.create_time, u.status from users u
      where u.deleted_at is null and ${and(who)} limit ${FEW + 1}),
    tally as materialized (select count(*) as total from found)
    select total, array(select j.id from found u join job j on j.user_id = u.id and j.job_type = ${sql.lit(MAIN_JOB)} ${login}
      where total <= ${FEW} order by ${order} limit ${limit} offset ${offset}) as job_ids from tally`.execute(db)
  const found = rows[0]!
  return found.total <= FEW ? found : undefined
}

/** What a row costs, in microseconds (bench): passed over in the index or gathered, without and with its person. */
const COST = { plain: { walked: 6, ranked: 0.7, merged: 4 }, person: { walked: 12, sorted: 6 } }

const ways = { walked, merged, ranked }
type Way = keyof typeof ways | 'sorted'

/** Of `everybody` so many as `total` are wanted: a page is full after so many rows, if they are spread evenly. */
function cheapestWay({ place, who, people }: Search, { total, everybody, orgs }: Tally, { limit, offset, source }: Cut): Way {
  const passed = ((offset + limit) * everybody) / total
  if (who.length > 0 || source !== 'job') return passed * COST.person.walked < total * COST.person.sorted ? 'walked' : 'sorted'
  if (place.kind === 'org' || isEverybody(place, people.filter)) return 'walked'
  const walk = passed * COST.plain.walked
  const rank = total * COST.plain.ranked
  const merge = orgs > 0 ? orgs * (offset + limit) * COST.plain.merged : Number.POSITIVE_INFINITY
  if (merge < walk && merge < rank) return 'merged'
  return walk < rank ? 'walked' : 'ranked'
}

interface Tally {
  total: number
  everybody: number
  /** in the place; 0 where nobody counted them */
  orgs: number
}

/** Exact (D-06), where it is known without gathering: from kept tallies, or by the indexes of `users` alone. */
async function tallyOf(db: Db, { place, who, people }: Search): Promise<Tally | undefined> {
  const plain = who.length === 0 && place.reached && !asksJob(people.filter)
  const root = place.kind === 'everybody' ? ROOT : place.kind === 'below' && place.flat.length === 0 ? onlyOne(place.roots) : undefined
  if (plain && root !== undefined)
    return one(db, sql`org_people(${root})`, root === ROOT ? sql`0` : sql`(select count(*) from (${orgsOf(place)}) o)`)
  if (!isEverybody(place, people.filter)) return undefined
  const gram = countedGram(people)
  if (gram !== undefined) return one(db, sql`gram_people(${gram})`)
  return one(db, sql`(${planAnew} select count(*) from users u where u.deleted_at is null and ${and(who)})`)
}

const onlyOne = (roots: readonly string[]) => (roots.length === 1 ? roots[0] : undefined)

async function one(db: Db, total: RawBuilder<unknown>, orgs = sql`0`): Promise<Tally> {
  const { rows } = await sql<Tally>`select ${total} as total, org_people(${ROOT}) as everybody, ${orgs} as orgs`.execute(db)
  return rows[0]!
}

interface Found {
  total: number
  jobIds: string[]
}

function cutOf(query: Paging & Sorting): Cut {
  const { orderBy, asc, size } = query
  return { limit: size, offset: offsetOf(query), order: orderOf(orderBy, asc === false), source: orderedFrom(orderBy) }
}

async function findPage(db: Db, search: Search, query: Paging & Sorting): Promise<Found> {
  const cut = cutOf(query)
  const { offset, limit } = cut
  const { place, people } = search
  const few = isSearch(people) && isEverybody(place, people.filter) ? await fewPage(db, search, cut) : undefined
  if (few) return few
  const tally = await tallyOf(db, search)
  if (!tally) return sortedPage(db, search, cut)
  const { total } = tally
  if (offset >= total) return { total, jobIds: [] }
  // The last pages are read from the end.
  const fromEnd = offset > total / 2
  const size = Math.min(limit, total - offset)
  const near = fromEnd ? { ...cut, limit: size, offset: total - offset - size, order: orderOf(query.orderBy, query.asc !== false) } : cut
  const way = cheapestWay(search, tally, near)
  if (way === 'sorted') return sortedPage(db, search, cut)
  const { rows } = await sql<{ id: string }>`${planAnew} ${ways[way](search, near)}`.execute(db)
  return { total, jobIds: rows.map(row => row.id) }
}

async function sortedPage(db: Db, search: Search, cut: Cut): Promise<Found> {
  const { rows } = await sql<{ id: string; total: number }>`${planAnew} ${sorted(search, cut)}`.execute(db)
  if (rows.length > 0 || cut.offset === 0) return { total: rows[0]?.total ?? 0, jobIds: rows.map(row => row.id) }
  // Behind the last page nothing is left to carry the count.
  const { total } = await one(db, sql`(${planAnew} select count(*) from ${firstJobs(search)} j)`)
  return { total, jobIds: [] }
}

/** Columns of a list row: `u` the person, `j` the job by which he stands in it, `o` its organisation. */
export const listColumns = sql`u.id, u.user_name, u.real_name, u.phone_mask as phone, u.id_card_mask as id_card, u.origin_user_id, u.employee_number,
  u.gender, u.email, u.avatar, u.authenticated, u.valid_end_time, u.remark, ${lastLogin} as last_login_time, u.password_type, u.version, u.create_time, u.update_time,
  case when u.status = 1 and exists (select 1 from login_failure f where f.user_id = u.id and f.locked_until > now()) then 2 else u.status end as status,
  o.id as org_id, o.name as org_name, j.job_type, j.sort_num,
  array(select m.label_id from user_label_member m where m.user_id = u.id order by m.label_id) as label_ids`

/** Rows of these jobs, a source of `j` with a condition or none. */
const rowsOf = (jobs: RawBuilder<unknown>, { order, source }: Cut, where = sql``) =>
  sql`${jobs} ${withPerson(source)} join org o on o.id = j.org_id ${where} order by ${order}`

/** So many of the first are found without asking before how many there are. */
const FRONT = 200

const isFront = ({ place, people, who }: Search, { offset, limit }: Cut): boolean =>
  who.length === 0 && isEverybody(place, people.filter) && offset + limit <= FRONT

/**
 * A page near the front of everybody and how many they are, in one statement that is planned once: the limit of a page is not
 * known then and counts as a tenth, but of the fixed one within it that is a page.
 */
async function frontPage(db: Db, search: Search, cut: Cut): Promise<(User & { total: number })[]> {
  const front = walked(search, { ...cut, limit: FRONT, offset: 0 })
  const jobs = sql`from (select id from (${front}) front limit ${cut.limit} offset ${cut.offset}) near join job j on j.id = near.id`
  const { rows } = await sql<User & { total: number }>`
    select ${listColumns}, (select org_people(${ROOT})) as total ${rowsOf(jobs, cut)}`.execute(db)
  return rows
}

export async function pageUsers(db: Db, people: People, query: Paging & Sorting): Promise<Page<User>> {
  const search = await searchOf(db, people)
  const cut = cutOf(query)
  const front = isFront(search, cut) ? await frontPage(db, search, cut) : []
  if (front[0]) return pageOf(query, front[0].total, front)
  const { total, jobIds } = await findPage(db, search, query)
  if (jobIds.length === 0) return pageOf(query, total, [])
  const where = sql`where j.id = any ((select ${jobIds}::text[])::text[])`
  const { rows } = await sql<User>`select ${listColumns} ${rowsOf(sql`from job j`, cut, where)}`.execute(db)
  return pageOf(query, total, rows)
}

/** The ids a batch is aimed at when its list of ids is empty: everybody the filters find (D-08). */
export async function idsOf(db: Db, people: People, max: number): Promise<string[]> {
  const search = await searchOf(db, people)
  const cut = { limit: max, offset: 0, order: sql`j.id`, source: 'job' as const }
  const found = isEverybody(search.place, people.filter) ? walked(search, cut) : sorted(search, cut)
  const { rows } = await sql<{
    userId: string
  }>`${planAnew} select j.user_id from job j where j.id in (select id from (${found}) found)`.execute(db)
  return rows.map(row => row.userId)
}
