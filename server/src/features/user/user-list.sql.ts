import { sql, type RawBuilder } from 'kysely'
import type { Page, Paging } from '@hufu/contract/shapes'
import { phoneForm } from '@hufu/contract/text-rules'
import { MAIN_JOB, type User, type UserFilter } from '@hufu/contract/user'
import type { Db } from '../../kernel/db.ts'
import type { Keys } from '../../kernel/keys.ts'
import { contains, offsetOf, pageOf } from '../../kernel/paging.ts'
import { within, type Scope } from '../../kernel/scope.ts'

/** Who is asked for: the list's filters, the rows the caller may reach, and the keys that open the blind index. */
export interface People {
  scope: Scope
  filter: UserFilter
  keys: Keys
}

/** Up to so many, people are gathered and sorted; above, the order's index is walked until a page is full (bench). */
const GATHER_MAX = 5000
const SHORT_KEY = 2

/** `u` must meet these; empty when nothing is filtered. */
function personConditions({ filter, keys }: People): RawBuilder<unknown>[] {
  const { searchKey, userName, realName, employeeNumber, phone, status, labelId, beginTime, endTime } = filter
  const conditions: RawBuilder<unknown>[] = []
  if (searchKey !== undefined) conditions.push(searchCondition(keys, searchKey))
  // `search` holds all three in lower case: its index finds, the column itself decides.
  const column = (name: string, text: string) => sql`(${textCondition(text)} and ${sql.ref(name)} ilike ${contains(text)})`
  if (userName !== undefined) conditions.push(column('u.user_name', userName))
  if (realName !== undefined) conditions.push(column('u.real_name', realName))
  if (employeeNumber !== undefined) conditions.push(column('u.employee_number', employeeNumber))
  if (phone !== undefined) conditions.push(phoneCondition(keys, phone))
  if (status === 2)
    conditions.push(sql`u.status = 1 and exists (select 1 from login_failure f where f.user_id = u.id and f.locked_until > now())`)
  else if (status !== undefined) conditions.push(sql`u.status = ${status}`)
  if (labelId !== undefined)
    conditions.push(sql`exists (select 1 from user_label_member m where m.user_id = u.id and m.label_id = ${labelId})`)
  if (beginTime !== undefined) conditions.push(sql`u.create_time >= ${beginTime}::timestamptz`)
  if (endTime !== undefined) conditions.push(sql`u.create_time < ${endTime}::timestamptz + interval '1 second'`)
  return conditions
}

/** Trigrams need three characters; shorter keys have an index of one- and two-character pieces. */
function textCondition(text: string): RawBuilder<unknown> {
  const key = text.toLowerCase()
  return [...key].length <= SHORT_KEY ? sql`u.grams @> array[${key}]::text[]` : sql`u.search like ${contains(key)}`
}

/** D-07: contains in the text fields, or equals the phone or its last four digits. */
function searchCondition(keys: Keys, searchKey: string): RawBuilder<unknown> {
  const key = searchKey.trim()
  const text = textCondition(key)
  return phoneForm.test(key) || /^\d{4}$/.test(key) ? sql`(${text} or ${phoneCondition(keys, key)})` : text
}

const phoneCondition = (keys: Keys, phone: string): RawBuilder<unknown> =>
  /^\d{4}$/.test(phone)
    ? sql`u.phone_tail = ${keys.blindIndex('phoneTail', phone)}`
    : sql`u.phone_hash = ${keys.blindIndex('phone', phone)}`

type Place = { kind: 'everybody' } | { kind: 'org'; orgId: string } | { kind: 'below'; roots: string[]; flat: string[] }

/** Where people must have a job. The scope stays a condition of its own where it does not already say the same. */
async function placeOf(db: Db, { scope, filter }: People): Promise<Place> {
  const { orgId, hasIncludeChild, orgRangeId } = filter
  if (orgId !== undefined) return hasIncludeChild ? belowOrEverybody([orgId]) : { kind: 'org', orgId }
  if (orgRangeId !== undefined && orgRangeId !== 'default') {
    const { rows } = await sql<{ orgId: string }>`select org_id from org_range_root where range_id = ${orgRangeId}`.execute(db)
    return belowOrEverybody(rows.map(row => row.orgId))
  }
  if (scope.all) return { kind: 'everybody' }
  return {
    kind: 'below',
    roots: scope.roots.filter(root => root.below).map(root => root.orgId),
    flat: scope.roots.filter(root => !root.below).map(root => root.orgId),
  }
}

const belowOrEverybody = (roots: string[]): Place => (roots.includes('1') ? { kind: 'everybody' } : { kind: 'below', roots, flat: [] })

/**
 * Whether job `alias` lies in the place. Written as a scalar subquery so that PostgreSQL walks the order's index and
 * asks row by row instead of gathering a whole province first.
 */
function inPlace(place: Place, alias: string): RawBuilder<unknown> {
  const orgId = sql.ref(`${alias}.org_id`)
  if (place.kind === 'everybody') return sql`true`
  if (place.kind === 'org') return sql`${orgId} = ${place.orgId}`
  const below = sql`coalesce((select true from org_ancestor way where way.org_id = ${orgId} and way.ancestor_id = any (${place.roots}) limit 1), false)`
  return place.flat.length > 0 ? sql`(${orgId} = any (${place.flat}) or ${below})` : below
}

interface Search {
  place: Place
  people: People
  /** conditions of the person */
  who: RawBuilder<unknown>[]
  /** conditions of the job `j` */
  job: RawBuilder<unknown>[]
}

/** A person with several jobs in the place stands in the list once, by the first of them. */
function jobConditions(place: Place, { scope, filter }: People): RawBuilder<unknown>[] {
  const { jobType, rankId } = filter
  const conditions = [inPlace(place, 'j')]
  if (!scope.all && place.kind !== 'below') conditions.push(within(scope, sql.ref('j.org_id')))
  else if (!scope.all && filter.orgId !== undefined) conditions.push(within(scope, sql.ref('j.org_id')))
  if (jobType !== undefined) conditions.push(sql`j.job_type = ${jobType}`)
  if (rankId !== undefined) conditions.push(sql`j.rank_id = ${rankId}`)
  const mainOnly = jobType === MAIN_JOB || (scope.all && place.kind === 'everybody' && jobType === undefined && rankId === undefined)
  if (mainOnly) conditions.push(sql`j.job_type = ${sql.lit(MAIN_JOB)}`)
  else if (place.kind !== 'org') {
    const same = [
      inPlace(place, 'e'),
      within(scope, sql.ref('e.org_id')),
      ...(jobType === undefined ? [] : [sql`e.job_type = ${jobType}`]),
      ...(rankId === undefined ? [] : [sql`e.rank_id = ${rankId}`]),
    ]
    conditions.push(
      sql`not exists (select 1 from job e where e.user_id = j.user_id and (e.sort_num, e.id) < (j.sort_num, j.id) and ${sql.join(same, sql` and `)})`,
    )
  }
  return conditions
}

const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)

/** Exact (D-06). Unfiltered totals come from kept tallies, never from counting a million rows. */
async function totalOf(db: Db, { place, who, people }: Search): Promise<number> {
  const { filter, scope } = people
  const plain = who.length === 0 && filter.jobType === undefined && filter.rankId === undefined
  const reaches = scope.all ? [] : [within(scope, sql.ref('j.org_id'))]
  if (plain && scope.all && place.kind === 'everybody') return one(db, sql`select org_people('1') as n`)
  if (plain && scope.all && place.kind === 'below' && place.roots.length === 1)
    return one(db, sql`select org_people(${place.roots[0]!}) as n`)
  if (place.kind === 'everybody' && scope.all && filter.jobType === undefined && filter.rankId === undefined)
    return one(db, sql`select count(*) as n from users u where u.deleted_at is null and ${and(who)}`)
  const job = [...wholePlace(place), ...reaches]
  if (filter.jobType !== undefined) job.push(sql`j.job_type = ${filter.jobType}`)
  if (filter.rankId !== undefined) job.push(sql`j.rank_id = ${filter.rankId}`)
  if (who.length === 0) return one(db, sql`select count(distinct j.user_id) as n from job j where ${and(job)}`)
  return one(
    db,
    sql`select count(*) as n from users u where u.deleted_at is null and ${and(who)} and exists (select 1 from job j where j.user_id = u.id and ${and(job)})`,
  )
}

/** Where the whole place is wanted (counting, gathering): a plain semi-join, so that PostgreSQL begins with the few organisations. */
function wholePlace(place: Place): RawBuilder<unknown>[] {
  if (place.kind === 'everybody') return []
  if (place.kind === 'org') return [sql`j.org_id = ${place.orgId}`]
  return [
    sql`j.org_id in (select org_id from org_ancestor where ancestor_id = any (${place.roots}) union select unnest(${place.flat}::text[]))`,
  ]
}

async function one(db: Db, query: RawBuilder<{ n: number }>): Promise<number> {
  const { rows } = await query.execute(db)
  return rows[0]?.n ?? 0
}

/** A map, not an object: `constructor` is no column. */
const orders: ReadonlyMap<string, string> = new Map([
  ['realName', 'u.pinyin'],
  ['userName', 'lower(u.user_name)'],
  ['employeeNumber', 'u.employee_number'],
  ['createTime', 'u.create_time'],
  ['lastLoginTime', 'u.last_login_time'],
  ['status', 'u.status'],
])

/** orderBy a field of the record, else ignored (D-07); default sortNum, then the order of creation. */
function orderOf(orderBy: string | undefined, down: boolean): RawBuilder<unknown> {
  const column = orders.get(orderBy ?? '')
  const way = down ? 'desc' : 'asc'
  return sql.raw(column ? `${column} ${way}, u.id ${way}` : `j.sort_num ${way}, j.id ${way}`)
}

/** The jobs of one page. Deleted people have no jobs, so without conditions of the person the job alone is enough. */
function pageRows(search: Search, order: RawBuilder<unknown>, { limit, offset, gather, byPerson }: Cut): RawBuilder<unknown> {
  const { place, who, job } = search
  const cut = sql`order by ${order} limit ${limit} offset ${offset}`
  if (who.length === 0 && !byPerson) {
    const where = gather ? [...wholePlace(place), ...job.slice(1)] : job
    return sql`(select j.id as job_id from job j where ${and(where)} ${cut})`
  }
  if (!gather)
    return sql`(select j.id as job_id from job j join users u on u.id = j.user_id where ${and(job)} and u.deleted_at is null and ${and(who)} ${cut})`
  const hits =
    who.length > 0
      ? sql`select u.id from users u where u.deleted_at is null and ${and(who)}`
      : sql`select distinct j.user_id as id from job j where ${and(wholePlace(place))}`
  const person = byPerson ? sql`join users u on u.id = hit.id` : sql``
  return sql`(with hit as materialized (${hits}) select j.id as job_id from hit ${person} join job j on j.user_id = hit.id where ${and(job)} ${cut})`
}

interface Cut {
  limit: number
  offset: number
  gather: boolean
  /** ordered by a column of the person */
  byPerson: boolean
}

/** Columns of a list row: `u` the person, `j` the job by which he stands in it, `o` its organisation. */
export const listColumns =
  sql.raw(`u.id, u.user_name, u.real_name, u.phone_mask as phone, u.id_card_mask as id_card, u.origin_user_id, u.employee_number,
  u.gender, u.email, u.avatar, u.authenticated, u.valid_end_time, u.remark, u.last_login_time, u.password_type, u.version, u.create_time, u.update_time,
  case when u.status = 1 and exists (select 1 from login_failure f where f.user_id = u.id and f.locked_until > now()) then 2 else u.status end as status,
  o.id as org_id, o.name as org_name, j.job_type, j.sort_num,
  array(select m.label_id from user_label_member m where m.user_id = u.id order by m.label_id) as label_ids`)

export async function pageUsers(
  db: Db,
  people: People,
  query: Paging & { orderBy?: string | undefined; asc?: boolean | undefined },
): Promise<Page<User>> {
  const place = await placeOf(db, people)
  const search: Search = { place, people, who: personConditions(people), job: jobConditions(place, people) }
  const total = await totalOf(db, search)
  const offset = offsetOf(query)
  const limit = Math.min(query.size, total - offset)
  if (limit <= 0) return pageOf(query, total, [])
  // The last pages are read from the end.
  const fromEnd = offset > total / 2
  const down = (query.asc === false) !== fromEnd
  const order = orderOf(query.orderBy, down)
  const byPerson = orders.has(query.orderBy ?? '')
  const cut = { limit, offset: fromEnd ? total - offset - limit : offset, gather: total <= GATHER_MAX && place.kind !== 'org', byPerson }
  const rowsOf = pageRows(search, order, cut)
  const { rows } = await sql<User>`select ${listColumns} from ${rowsOf} page join job j on j.id = page.job_id
    join users u on u.id = j.user_id join org o on o.id = j.org_id order by ${orderOf(query.orderBy, query.asc === false)}`.execute(db)
  return pageOf(query, total, rows)
}

/** The ids a batch is aimed at when its list of ids is empty: everybody the filters find (D-08). */
export async function idsOf(db: Db, people: People, max: number): Promise<string[]> {
  const place = await placeOf(db, people)
  const search: Search = { place, people, who: personConditions(people), job: jobConditions(place, people) }
  const found = pageRows(search, sql`j.id`, { limit: max, offset: 0, gather: search.who.length > 0, byPerson: false })
  const { rows } = await sql<{ userId: string }>`select j.user_id from job j where j.id in ${found}`.execute(db)
  return rows.map(row => row.userId)
}
