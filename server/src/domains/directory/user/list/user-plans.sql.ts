import { sql, type RawBuilder } from 'kysely'
import { MAIN_JOB } from '@hufu/contract/directory/user'
import { everyone } from '../../../../platform/access/scope.ts'
import type { People } from './user-filter.sql.ts'
import { inPlaceByScalar, isEverybody, jobConditions, orgsOf, isListedOnce, inPlaceBySemiJoin, type JobPlace } from './user-place.sql.ts'

export interface Search {
  place: JobPlace
  people: People
  /** conditions on user `u`; empty where there are none */
  who: RawBuilder<unknown>[]
}

export type Source = 'job' | 'person' | 'login'

/** The requested page and its order. */
export interface PageRequest {
  limit: number
  offset: number
  order: RawBuilder<unknown>
  source: Source
  /** Whether an index has the order. */
  isIndexed: boolean
}

export const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)

/**
 * Joins user `u` of a job and their last sign-in `l`. Deleted users have no jobs; the explicit condition lets PostgreSQL
 * use the indexes.
 */
export const withPerson = (source: Source) =>
  everyone(
    'placeOf or jobConditions limits the place to the scope',
    sql`join live_user u on u.id = j.user_id ${source === 'login' ? sql`join last_login l on l.user_id = u.id` : sql``}`,
  )

/** Every matching job, with its user where conditions concern them. */
function matchingJobs({ place, who, people }: Search): RawBuilder<unknown> {
  const person = who.length > 0 ? withPerson('person') : sql``
  return sql`job j ${person} where ${and([inPlaceBySemiJoin(place), ...jobConditions(place, people, 'j'), ...who])}`
}

/** The first job of each user in the place, since a user is listed once. */
export const firstJobs = (search: Search) =>
  sql`(select distinct on (j.user_id) j.id, j.user_id, j.sort_num from ${matchingJobs(search)} order by j.user_id, j.sort_num, j.id)`

/** Whether the job is the user's first in the place. */
function isFirstJob(place: JobPlace, people: People): RawBuilder<unknown> {
  if (isListedOnce(place, people)) return sql`true`
  return everyone(
    'placeOf or jobConditions limits the place to the scope',
    sql`not exists (select 1 from job e where e.user_id = j.user_id and (e.sort_num, e.id) < (j.sort_num, j.id)
    and ${and([inPlaceByScalar(place, 'e'), ...jobConditions(place, people, 'e')])})`,
  )
}

/** The rows through which a walk goes in the order of the list, at most `rows` of them, and the user of each job. */
function orderedRows({ place, people }: Search, { order, source }: PageRequest, rows: number): RawBuilder<unknown> {
  const first = sql`order by ${order} limit ${sql.lit(rows)}`
  if (source === 'person')
    return everyone(
      'the conditions of walked() limit the jobs to the scope',
      sql`(select u.* from live_user u ${first}) u join job j on j.user_id = u.id`,
    )
  if (source === 'login')
    return everyone(
      'the conditions of walked() limit the jobs to the scope',
      sql`(select l.* from last_login l ${first}) l join live_user u on u.id = l.user_id join job j on j.user_id = u.id`,
    )
  const among = isEverybody(place, people.filter) ? jobConditions(place, people, 'j') : [sql`true`]
  return everyone('the conditions of walked() limit the jobs to the scope', sql`(select j.* from job j where ${and(among)} ${first}) j`)
}

/**
 * The jobs of one page, found by walking the order's index until the page is full: fast for many matches spread evenly. All
 * matches may lie at the end of the order, so the walk ends after `rows` rows, with fewer jobs than the page needs.
 */
export function walked(search: Search, cut: PageRequest, rows = Number.POSITIVE_INFINITY): RawBuilder<unknown> {
  const { place, people, who } = search
  const { limit, offset, order, source } = cut
  const conditions = [inPlaceByScalar(place, 'j'), ...jobConditions(place, people, 'j'), ...who, isFirstJob(place, people)]
  const isBounded = Number.isFinite(rows)
  const person = who.length > 0 || source !== 'job' ? withPerson(source) : sql``
  const from = !isBounded ? sql`job j ${person}` : sql`${orderedRows(search, cut, rows)} ${source === 'job' ? person : sql``}`
  return everyone(
    'placeOf or jobConditions limits the place to the scope',
    sql`select j.id from ${from} where ${and(conditions)} order by ${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`,
  )
}

/**
 * The first so many jobs of each organisation, merged: fast for a page of some organisations, wherever their jobs are in
 * the order. Only for orders of the job and without conditions on the user.
 */
function merged({ place, people }: Search, { limit, offset, order }: PageRequest): RawBuilder<unknown> {
  const conditions = [sql`j.org_id = o.org_id`, ...jobConditions(place, people, 'j'), isFirstJob(place, people)]
  return everyone(
    'placeOf or jobConditions limits the place to the scope',
    sql`select j.id from (${orgsOf(place)}) o cross join lateral (
      select j.id, j.sort_num from job j where ${and(conditions)} order by ${order} limit ${offset + limit}) j
    order by ${order} limit ${limit} offset ${offset}`,
  )
}

/** The page found by collecting and counting all matches first: fast for few. */
export function sorted(search: Search, { limit, offset, order, source }: PageRequest): RawBuilder<unknown> {
  const person = source === 'job' ? sql`` : withPerson(source)
  return sql`select j.id, count(*) over () as total from ${firstJobs(search)} j ${person} order by ${order} limit ${limit} offset ${offset}`
}

/**
 * The page found by collecting the jobs in order and testing, until it is full, which are the first of their user: fast for
 * few matches with a known count. Only without conditions on the user.
 */
function ranked(search: Search, { limit, offset, order }: PageRequest): RawBuilder<unknown> {
  return sql`select j.id from (select j.id, j.user_id, j.sort_num from ${matchingJobs(search)} order by ${order}) j
    where ${isFirstJob(search.place, search.people)} order by ${order} limit ${limit} offset ${offset}`
}

/** What the orders of users use. */
export const orderedColumns = sql.raw('u.id, u.pinyin, u.user_name, u.employee_number, u.create_time, u.status')

/**
 * The page of these users, who are all collected first. Without `offset 0`, PostgreSQL walks the index of the order and looks for
 * each of its rows among the users. Only for everybody, who all have one main job.
 */
export function pageAmong(users: RawBuilder<unknown>, { limit, offset, order, source }: PageRequest): RawBuilder<unknown> {
  const page = sql`order by ${order} limit ${limit} offset ${offset}`
  const job = everyone(
    'called only if the scope is unlimited (isEverybody)',
    sql`join job j on j.user_id = u.id and j.job_type = ${sql.lit(MAIN_JOB)}`,
  )
  if (source === 'job') return sql`select j.id from (select j.id, j.sort_num from (${users}) u ${job} offset 0) j ${page}`
  if (source === 'person') return sql`select j.id from (select u.id from (${users} offset 0) u ${page}) u ${job}`
  const logins = sql`select l.user_id, l.login_time from (${users}) u join last_login l on l.user_id = u.id offset 0`
  return sql`select j.id from (select l.user_id as id from (${logins}) l ${page}) u ${job}`
}

const collected = ({ who }: Search, cut: PageRequest): RawBuilder<unknown> =>
  pageAmong(
    everyone('called only if the scope is unlimited (isEverybody)', sql`select ${orderedColumns} from live_user u where ${and(who)}`),
    cut,
  )

/** How many matches there are. */
export interface Counts {
  total: number
  everybody: number
  /** organisations in the place; 0 where not counted */
  orgs: number
}

/** Cost of a row in microseconds (measured by bench), without and with its user: walked over in the index, or collected. */
const COST = { plain: { walked: 6, ranked: 0.7, merged: 4 }, person: { walked: 12, sorted: 6, collected: 4 } }

export const plans = { merged, ranked, collected }

export interface ChosenPlans {
  /** How many rows are walked through at most before the page is found in the other way; 0: none. */
  walk: number
  otherwise: keyof typeof plans | 'sorted'
}

/** A walk is tried if the other way costs so many times as much as a walk through matches that are spread evenly. */
const WORTH_A_WALK = 2
/** Matches that are spread evenly nearly always fill a page within so many times the rows they need on average. */
const WALKED_MAX = 4
/** This share of what the other way costs may be lost in any case. */
const LOST_MAX = 1 / 4

/**
 * If the `total` matches are spread evenly among `everybody`, this tells how many rows of the order fill a page. They may as well
 * all lie at its end, so that a walk is given up when it costs more than that (decision 0132).
 */
export function cheapestPlans(
  { place, who, people }: Search,
  { total, everybody, orgs }: Counts,
  { limit, offset, source, isIndexed }: PageRequest,
): ChosenPlans {
  const isAll = isEverybody(place, people.filter)
  const isPlain = who.length === 0 && source === 'job'
  const rank = total * COST.plain.ranked
  const merge = orgs > 0 ? orgs * (offset + limit) * COST.plain.merged : Number.POSITIVE_INFINITY
  const otherwise = isPlain && !isAll ? (merge < rank ? 'merged' : 'ranked') : isAll ? 'collected' : 'sorted'
  const cost = { merged: merge, ranked: rank, sorted: total * COST.person.sorted, collected: total * COST.person.collected }[otherwise]
  const passed = ((offset + limit) * everybody) / total
  const rows = Math.floor(cost / (isPlain ? COST.plain.walked : COST.person.walked))
  // Each row matches, so that the walk fills the page.
  if (who.length === 0 && isAll && (isPlain || passed < rows)) return { walk: Number.POSITIVE_INFINITY, otherwise }
  if (!isIndexed || passed * WORTH_A_WALK >= rows) return { walk: 0, otherwise }
  return { walk: Math.ceil(Math.max(Math.min(rows, passed * WALKED_MAX), rows * LOST_MAX)), otherwise }
}
