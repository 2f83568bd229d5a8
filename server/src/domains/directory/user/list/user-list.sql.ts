import { userFields } from '@hufu/contract/fields/user-fields'
import { keysWith } from '@hufu/contract/fields/field'
import { sql, type RawBuilder } from 'kysely'
import type { Page, Paging } from '@hufu/contract/shapes'
import type { User } from '@hufu/contract/directory/user'
import { everyone } from '../../../../platform/access/scope.ts'
import { type Db, planAnew } from '../../../../platform/database/db.ts'
import { fieldColumns } from '../../../../platform/database/field-columns.sql.ts'
import { offsetOf, pageOf } from '../../../../platform/database/paging.ts'
import { countedGram, isSearch, personConditions, type People } from './user-filter.sql.ts'
import { filtersByJob, isEverybody, orgsOf, placeOf, ROOT } from './user-place.sql.ts'
import {
  and,
  cheapestPlans,
  firstJobs,
  orderedColumns,
  pageAmong,
  sorted,
  walked,
  plans,
  withPerson,
  type PageRequest,
  type Search,
  type Source,
  type Counts,
} from './user-plans.sql.ts'

async function searchOf(db: Db, people: People): Promise<Search> {
  return { place: await placeOf(db, people), people, who: personConditions(people) }
}

const LOGIN_TIME = 'l.login_time'
/** The last sign-in of user `u`; null: never. */
export const lastLogin = sql.raw('(select login_time from last_login where user_id = u.id)')

/** A Map rather than an object, so that inherited names such as `constructor` are not accepted as columns. */
const orders: ReadonlyMap<string, string> = new Map([
  ['realName', 'u.pinyin'],
  ['userName', 'lower(u.user_name)'],
  ['employeeNumber', 'u.employee_number'],
  ['createTime', 'u.create_time'],
  ['lastLoginTime', LOGIN_TIME],
  ['status', 'u.status'],
])

/** Orders without an index, which are sorted whole. */
const unindexed: ReadonlySet<string | undefined> = new Set(['employeeNumber', 'status'])

/** orderBy is a field of the record, else ignored (D-07); by default sortNum, then creation order. */
function orderOf(orderBy: string | undefined, down: boolean): RawBuilder<unknown> {
  const column = orders.get(orderBy ?? '')
  const direction = down ? 'desc' : 'asc'
  if (!column) return sql.raw(`j.sort_num ${direction}, j.id ${direction}`)
  // Users who never signed in come last in descending order, first in ascending.
  const never = column === LOGIN_TIME ? (down ? 'nulls last' : 'nulls first') : ''
  return sql.raw(`${column} ${direction} ${never}, ${column === LOGIN_TIME ? 'l.user_id' : 'u.id'} ${direction}`)
}

/** The join the order needs besides the job `j`. */
function orderedFrom(orderBy: string | undefined): Source {
  const column = orders.get(orderBy ?? '')
  if (!column) return 'job'
  return column === LOGIN_TIME ? 'login' : 'person'
}

type Sorting = { orderBy?: string | undefined; asc?: boolean | undefined }

/** How many hits of a text search are collected before counting. */
const FEW = 2000

/** Total and page of a text search from one read of the index; undefined where there are more than a few hits. */
async function pageOfFewHits(db: Db, { who }: Search, cut: PageRequest): Promise<FoundJobs | undefined> {
  const few = sql`select ${orderedColumns} from found u where total <= ${FEW}`
  const { rows } = await everyone(
    'called only if the scope is unlimited (isEverybody)',
    sql<FoundJobs>`${planAnew} with found as materialized (
      select ${orderedColumns} from live_user u where ${and(who)} limit ${FEW + 1}),
    tally as materialized (select count(*) as total from found)
    select total, array(${pageAmong(few, cut)}) as job_ids from tally`,
  ).execute(db)
  const found = rows[0]!
  return found.total <= FEW ? found : undefined
}

/** The exact count (D-06), where it is known without collecting rows: from kept counters or by the indexes of `users` alone. */
async function countsOf(db: Db, { place, who, people }: Search): Promise<Counts | undefined> {
  const plain = who.length === 0 && (isEverybody(place, people.filter) || (place.reached && !filtersByJob(people.filter)))
  const root = place.kind === 'everybody' ? ROOT : place.kind === 'below' && place.flat.length === 0 ? onlyRoot(place.roots) : undefined
  if (plain && root !== undefined)
    return one(db, sql`org_people(${root})`, root === ROOT ? sql`0` : sql`(select count(*) from (${orgsOf(place)}) o)`)
  if (!isEverybody(place, people.filter)) return undefined
  const gram = countedGram(people)
  if (gram !== undefined) return one(db, sql`gram_people(${gram})`)
  // Nearly all users are enabled, so the disabled ones are counted by their own index and subtracted.
  if (people.filter.status === 1 && who.length === 1)
    return one(
      db,
      everyone(
        'called only if the scope is unlimited (isEverybody)',
        sql`org_people(${ROOT}) - (select count(*) from live_user where status = 0)`,
      ),
    )
  return one(
    db,
    everyone('called only if the scope is unlimited (isEverybody)', sql`(${planAnew} select count(*) from live_user u where ${and(who)})`),
  )
}

const onlyRoot = (roots: readonly string[]) => (roots.length === 1 ? roots[0] : undefined)

async function one(db: Db, total: RawBuilder<unknown>, orgs = sql`0`): Promise<Counts> {
  const { rows } = await sql<Counts>`select ${total} as total, org_people(${ROOT}) as everybody, ${orgs} as orgs`.execute(db)
  return rows[0]!
}

interface FoundJobs {
  total: number
  jobIds: string[]
}

function pageRequestOf(query: Paging & Sorting): PageRequest {
  const { orderBy, asc, size } = query
  const order = orderOf(orderBy, asc === false)
  return { limit: size, offset: offsetOf(query), order, source: orderedFrom(orderBy), isIndexed: !unindexed.has(orderBy) }
}

async function findPage(db: Db, search: Search, query: Paging & Sorting): Promise<FoundJobs> {
  const cut = pageRequestOf(query)
  const { offset, limit } = cut
  const { place, people } = search
  const few = isSearch(people) && isEverybody(place, people.filter) ? await pageOfFewHits(db, search, cut) : undefined
  if (few) return few
  const counts = await countsOf(db, search)
  if (!counts) return sortedPage(db, search, cut)
  const { total } = counts
  if (offset >= total) return { total, jobIds: [] }
  // Pages of the second half are read from the end.
  const fromEnd = offset > total / 2
  const size = Math.min(limit, total - offset)
  const near = fromEnd ? { ...cut, limit: size, offset: total - offset - size, order: orderOf(query.orderBy, query.asc !== false) } : cut
  const { walk, otherwise } = cheapestPlans(search, counts, near)
  const walkedIds = walk > 0 ? await idsBy(db, walked(search, near, walk)) : []
  if (walk === Number.POSITIVE_INFINITY || walkedIds.length >= Math.min(near.limit, total - near.offset))
    return { total, jobIds: walkedIds }
  return otherwise === 'sorted' ? sortedPage(db, search, cut) : { total, jobIds: await idsBy(db, plans[otherwise](search, near)) }
}

async function idsBy(db: Db, plan: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${planAnew} ${plan}`.execute(db)
  return rows.map(row => row.id)
}

async function sortedPage(db: Db, search: Search, cut: PageRequest): Promise<FoundJobs> {
  const { rows } = await sql<{ id: string; total: number }>`${planAnew} ${sorted(search, cut)}`.execute(db)
  if (rows.length > 0 || cut.offset === 0) return { total: rows[0]?.total ?? 0, jobIds: rows.map(row => row.id) }
  // Behind the last page no row carries the count.
  const { total } = await one(db, sql`(${planAnew} select count(*) from ${firstJobs(search)} j)`)
  return { total, jobIds: [] }
}

/** The columns of the record of user `u`, except the state. */
export const recordColumns = fieldColumns(
  'u',
  userFields,
  keysWith(userFields, 'column').filter(key => key !== 'status'),
  'mask',
)

/** Columns of a list row: user `u`, the job `j` by which they are listed, and its organisation `o`. */
export const listColumns = sql`u.id, ${recordColumns}, u.authenticated, ${lastLogin} as last_login_time, u.password_type, u.version, u.create_time, u.update_time,
  case when u.status = 1 and exists (select 1 from login_failure f where f.name_key = u.id and f.locked_until > now()) then 2 else u.status end as status,
  o.id as org_id, o.name as org_name, j.job_type, j.sort_num,
  array(select m.label_id from user_label_member m where m.user_id = u.id order by m.label_id) as label_ids`

/** Rows of these jobs; `jobs` is a source of `j`, with or without a condition. */
const rowsOf = (jobs: RawBuilder<unknown>, { order, source }: PageRequest, where = sql``) =>
  everyone(
    'placeOf and jobConditions limit the jobs to the scope',
    sql`${jobs} ${withPerson(source)} join org o on o.id = j.org_id ${where} order by ${order}`,
  )

/** Rows near the front that are read without knowing the total. */
const FRONT = 200

const isNearStart = ({ place, people, who }: Search, { offset, limit }: PageRequest): boolean =>
  who.length === 0 && isEverybody(place, people.filter) && offset + limit <= FRONT

/**
 * A page near the front and the total in one prepared statement. PostgreSQL does not know the page's limit when planning
 * and assumes a tenth; the fixed inner limit makes it plan for a page.
 */
async function frontPage(db: Db, search: Search, cut: PageRequest): Promise<(User & { total: number })[]> {
  const front = walked(search, { ...cut, limit: FRONT, offset: 0 })
  const jobs = everyone(
    'called only if the scope is unlimited (isEverybody)',
    sql`from (select id from (${front}) front limit ${cut.limit} offset ${cut.offset}) near join job j on j.id = near.id`,
  )
  const { rows } = await sql<User & { total: number }>`
    select ${listColumns}, (select org_people(${ROOT})) as total ${rowsOf(jobs, cut)}`.execute(db)
  return rows
}

export async function pageUsers(db: Db, people: People, query: Paging & Sorting): Promise<Page<User>> {
  const search = await searchOf(db, people)
  const cut = pageRequestOf(query)
  const front = isNearStart(search, cut) ? await frontPage(db, search, cut) : []
  if (front[0]) return pageOf(query, front[0].total, front)
  const { total, jobIds } = await findPage(db, search, query)
  if (jobIds.length === 0) return pageOf(query, total, [])
  const where = sql`where j.id = any ((select ${jobIds}::text[])::text[])`
  const jobs = everyone('placeOf and jobConditions limit the jobs to the scope', sql`from job j`)
  const { rows } = await sql<User>`select ${listColumns} ${rowsOf(jobs, cut, where)}`.execute(db)
  return pageOf(query, total, rows)
}

/** The ids of a batch without ids: everybody the filters find. */
export async function idsOf(db: Db, people: People, max: number): Promise<string[]> {
  const search = await searchOf(db, people)
  const cut = { limit: max, offset: 0, order: sql`j.id`, source: 'job' as const, isIndexed: true }
  const found = isEverybody(search.place, people.filter) ? walked(search, cut) : sorted(search, cut)
  const { rows } = await everyone(
    'placeOf and jobConditions limit the jobs to the scope',
    sql<{
      userId: string
    }>`${planAnew} select j.user_id from job j where j.id in (select id from (${found}) found)`,
  ).execute(db)
  return rows.map(row => row.userId)
}
