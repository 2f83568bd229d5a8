import { sql, type RawBuilder } from 'kysely'
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
}

export const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)

/**
 * Joins user `u` of a job and their last sign-in `l`. Deleted users have no jobs; the explicit condition lets PostgreSQL
 * use the indexes.
 */
// everyone: placeOf or jobConditions limits the place to the scope
export const withPerson = (source: Source) =>
  sql`join live_user u on u.id = j.user_id ${source === 'login' ? sql`join last_login l on l.user_id = u.id` : sql``}`

/** Every matching job, with its user where conditions concern them. */
function matchingJobs({ place, who, people }: Search): RawBuilder<unknown> {
  const person = who.length > 0 ? withPerson('person') : sql``
  return sql`job j ${person} where ${and([inPlaceBySemiJoin(place), ...jobConditions(place, people, 'j'), ...who])}`
}

/** The first job of each user in the place, since a user is listed once. */
export const firstJobs = (search: Search) =>
  sql`(select distinct on (j.user_id) j.id, j.user_id, j.sort_num from ${matchingJobs(search)} order by j.user_id, j.sort_num, j.id)`

/** Whether the job is the user's first in the place. */
// everyone: placeOf or jobConditions limits the place to the scope
function isFirstJob(place: JobPlace, people: People): RawBuilder<unknown> {
  if (isListedOnce(place, people)) return sql`true`
  return sql`not exists (select 1 from job e where e.user_id = j.user_id and (e.sort_num, e.id) < (j.sort_num, j.id)
    and ${and([inPlaceByScalar(place, 'e'), ...jobConditions(place, people, 'e')])})`
}

/** The jobs of one page, found by walking the order's index until the page is full: fast for many matches spread evenly. */
// everyone: placeOf or jobConditions limits the place to the scope
export function walked({ place, people, who }: Search, { limit, offset, order, source }: PageRequest): RawBuilder<unknown> {
  const conditions = [inPlaceByScalar(place, 'j'), ...jobConditions(place, people, 'j'), ...who, isFirstJob(place, people)]
  const person = who.length > 0 || source !== 'job' ? withPerson(source) : sql``
  return sql`select j.id from job j ${person} where ${and(conditions)} order by ${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`
}

/**
 * The first so many jobs of each organisation, merged: fast for a page of some organisations, wherever their jobs are in
 * the order. Only for orders of the job and without conditions on the user.
 */
// everyone: placeOf or jobConditions limits the place to the scope
function merged({ place, people }: Search, { limit, offset, order }: PageRequest): RawBuilder<unknown> {
  const conditions = [sql`j.org_id = o.org_id`, ...jobConditions(place, people, 'j'), isFirstJob(place, people)]
  return sql`select j.id from (${orgsOf(place)}) o cross join lateral (
      select j.id, j.sort_num from job j where ${and(conditions)} order by ${order} limit ${offset + limit}) j
    order by ${order} limit ${limit} offset ${offset}`
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

/** How many matches there are. */
export interface Counts {
  total: number
  everybody: number
  /** organisations in the place; 0 where not counted */
  orgs: number
}

/** Cost of a row in microseconds (measured by bench), without and with its user: walked over in the index, or collected. */
const COST = { plain: { walked: 6, ranked: 0.7, merged: 4 }, person: { walked: 12, sorted: 6 } }

export const plans = { walked, merged, ranked }
type Plan = keyof typeof plans | 'sorted'

/** Assumes that the `total` matches are spread evenly among `everybody`, which tells how many rows fill a page. */
export function cheapestPlan(
  { place, who, people }: Search,
  { total, everybody, orgs }: Counts,
  { limit, offset, source }: PageRequest,
): Plan {
  const passed = ((offset + limit) * everybody) / total
  if (who.length > 0 || source !== 'job') return passed * COST.person.walked < total * COST.person.sorted ? 'walked' : 'sorted'
  if (place.kind === 'org' || isEverybody(place, people.filter)) return 'walked'
  const walk = passed * COST.plain.walked
  const rank = total * COST.plain.ranked
  const merge = orgs > 0 ? orgs * (offset + limit) * COST.plain.merged : Number.POSITIVE_INFINITY
  if (merge < walk && merge < rank) return 'merged'
  return walk < rank ? 'walked' : 'ranked'
}
