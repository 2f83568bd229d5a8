import { sql, type RawBuilder } from 'kysely'
import type { People } from './user-filter.sql.ts'
import { inPlace, isEverybody, jobConditions, orgsOf, standsOnce, wholePlace, type Place } from './user-place.sql.ts'

export interface Search {
  place: Place
  people: People
  /** conditions of the person `u`; empty when nothing of them is asked */
  who: RawBuilder<unknown>[]
}

export type Source = 'job' | 'person' | 'login'

/** The page in question, and its order. */
export interface Cut {
  limit: number
  offset: number
  order: RawBuilder<unknown>
  source: Source
}

export const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)

/** The person `u` of a job, and their last sign-in `l`. Deleted people have no jobs: saying so serves the indexes. */
// everyone: placeOf or jobConditions keeps the place within the scope
export const withPerson = (source: Source) =>
  sql`join live_user u on u.id = j.user_id ${source === 'login' ? sql`join last_login l on l.user_id = u.id` : sql``}`

/** Every job in question, and its person where they are asked for. */
function jobsAskedFor({ place, who, people }: Search): RawBuilder<unknown> {
  const person = who.length > 0 ? withPerson('person') : sql``
  return sql`job j ${person} where ${and([wholePlace(place), ...jobConditions(place, people, 'j'), ...who])}`
}

/** With several jobs in the place a person stands in the list once, by the first of them. */
export const firstJobs = (search: Search) =>
  sql`(select distinct on (j.user_id) j.id, j.user_id, j.sort_num from ${jobsAskedFor(search)} order by j.user_id, j.sort_num, j.id)`

/** Of several jobs in the place it is the first by which a person stands in the list. */
// everyone: placeOf or jobConditions keeps the place within the scope
function isFirstJob(place: Place, people: People): RawBuilder<unknown> {
  if (standsOnce(place, people)) return sql`true`
  return sql`not exists (select 1 from job e where e.user_id = j.user_id and (e.sort_num, e.id) < (j.sort_num, j.id)
    and ${and([inPlace(place, 'e'), ...jobConditions(place, people, 'e')])})`
}

/** The jobs of one page, found by walking the order's index until it is full: good for many people spread everywhere. */
// everyone: placeOf or jobConditions keeps the place within the scope
export function walked({ place, people, who }: Search, { limit, offset, order, source }: Cut): RawBuilder<unknown> {
  const conditions = [inPlace(place, 'j'), ...jobConditions(place, people, 'j'), ...who, isFirstJob(place, people)]
  const person = who.length > 0 || source !== 'job' ? withPerson(source) : sql``
  return sql`select j.id from job j ${person} where ${and(conditions)} order by ${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`
}

/**
 * The first so many of each organisation, merged: good for a page of some organisations, however their people are
 * spread over the order. Only where the order is that of the jobs and nothing is asked of the person.
 */
// everyone: placeOf or jobConditions keeps the place within the scope
function merged({ place, people }: Search, { limit, offset, order }: Cut): RawBuilder<unknown> {
  const conditions = [sql`j.org_id = o.org_id`, ...jobConditions(place, people, 'j'), isFirstJob(place, people)]
  return sql`select j.id from (${orgsOf(place)}) o cross join lateral (
      select j.id, j.sort_num from job j where ${and(conditions)} order by ${order} limit ${offset + limit}) j
    order by ${order} limit ${limit} offset ${offset}`
}

/** The same found by gathering everybody in question first, who are counted on the way: good for few. */
export function sorted(search: Search, { limit, offset, order, source }: Cut): RawBuilder<unknown> {
  const person = source === 'job' ? sql`` : withPerson(source)
  return sql`select j.id, count(*) over () as total from ${firstJobs(search)} j ${person} order by ${order} limit ${limit} offset ${offset}`
}

/**
 * A page found by gathering the jobs in their order and looking, only until it is full, which of them are somebody's first:
 * good for few whose number is known. Nothing is asked of the person.
 */
function ranked(search: Search, { limit, offset, order }: Cut): RawBuilder<unknown> {
  return sql`select j.id from (select j.id, j.user_id, j.sort_num from ${jobsAskedFor(search)} order by ${order}) j
    where ${isFirstJob(search.place, search.people)} order by ${order} limit ${limit} offset ${offset}`
}

/** How many there are. */
export interface Counts {
  total: number
  everybody: number
  /** in the place; 0 where nobody counted them */
  orgs: number
}

/** What a row costs, in microseconds (bench): passed over in the index or gathered, without and with its person. */
const COST = { plain: { walked: 6, ranked: 0.7, merged: 4 }, person: { walked: 12, sorted: 6 } }

export const plans = { walked, merged, ranked }
type Plan = keyof typeof plans | 'sorted'

/** Of `everybody` so many as `total` are wanted: a page is full after so many rows, if they are spread evenly. */
export function cheapestPlan({ place, who, people }: Search, { total, everybody, orgs }: Counts, { limit, offset, source }: Cut): Plan {
  const passed = ((offset + limit) * everybody) / total
  if (who.length > 0 || source !== 'job') return passed * COST.person.walked < total * COST.person.sorted ? 'walked' : 'sorted'
  if (place.kind === 'org' || isEverybody(place, people.filter)) return 'walked'
  const walk = passed * COST.plain.walked
  const rank = total * COST.plain.ranked
  const merge = orgs > 0 ? orgs * (offset + limit) * COST.plain.merged : Number.POSITIVE_INFINITY
  if (merge < walk && merge < rank) return 'merged'
  return walk < rank ? 'walked' : 'ranked'
}
