import { sql, type RawBuilder } from 'kysely'
import { MAIN_JOB } from '@hufu/contract/directory/user'
import type { Db } from '../../../../platform/database/db.ts'
import { everyone, namedInScope, inScope } from '../../../../platform/access/scope.ts'
import type { People } from './user-filter.sql.ts'

/** The place where people must have a job. `reached`: all of it is in the caller's scope. */
export type JobPlace =
  | { kind: 'everybody'; reached: boolean }
  | { kind: 'org'; orgId: string; reached: boolean }
  | { kind: 'below'; roots: string[]; flat: string[]; reached: boolean }

export const ROOT = '1'

export async function placeOf(db: Db, { scope, filter }: People): Promise<JobPlace> {
  const { orgId, hasIncludeChild, orgRangeId, stripeId } = filter
  const reached = scope.all
  const below = (roots: string[]): JobPlace =>
    roots.includes(ROOT) ? { kind: 'everybody', reached } : { kind: 'below', roots, flat: [], reached }
  if (stripeId !== undefined) return { kind: 'below', roots: [], flat: await orgsInLine(db, stripeId, orgId), reached }
  if (orgId !== undefined) return hasIncludeChild ? below([orgId]) : { kind: 'org', orgId, reached }
  if (orgRangeId !== undefined && orgRangeId !== 'default') {
    const { rows } = await sql<{ orgId: string }>`select r.org_id from org_range_root r where r.range_id = ${orgRangeId}
      and ${inScope(scope, sql.ref('r.org_id'))}`.execute(db)
    return below(rows.map(row => row.orgId))
  }
  if (scope.all) return { kind: 'everybody', reached }
  const [deep, flat] = [scope.roots.filter(root => root.below), scope.roots.filter(root => !root.below)]
  return { kind: 'below', roots: deep.map(root => root.orgId), flat: flat.map(root => root.orgId), reached: true }
}

/** The organisations of a business line, or only the requested one: in a business line its descendants are not included. */
async function orgsInLine(db: Db, stripeId: string, orgId: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`select org_id from stripe_org where stripe_id = ${stripeId}
    and ${orgId === undefined ? sql`true` : sql`org_id = ${orgId}`}`.execute(db)
  return rows.map(row => row.orgId)
}

/**
 * Whether job `alias` is in the place, tested job by job. A scalar subquery makes PostgreSQL walk the order's index instead
 * of collecting a whole province first.
 */
export function inPlaceByScalar(place: JobPlace, alias: string): RawBuilder<unknown> {
  const orgId = sql.ref(`${alias}.org_id`)
  if (place.kind === 'everybody') return sql`true`
  if (place.kind === 'org') return sql`${orgId} = ${place.orgId}`
  const below = everyone(
    'placeOf or jobConditions limits the place to the scope',
    sql`coalesce((select true from org_ancestor way where way.org_id = ${orgId} and way.ancestor_id = any (${place.roots}) limit 1), false)`,
  )
  return place.flat.length > 0 ? sql`(${orgId} = any (${place.flat}) or ${below})` : below
}

/** Whether job `j` is in the place, as a plain semi-join, so that PostgreSQL starts from the organisations of the place. */
export function inPlaceBySemiJoin(place: JobPlace): RawBuilder<unknown> {
  if (place.kind === 'everybody') return sql`true`
  if (place.kind === 'org') return sql`j.org_id = ${place.orgId}`
  return sql`j.org_id in (${orgsOf(place)})`
}

/** The organisations of the place, each once. */
export function orgsOf(place: JobPlace): RawBuilder<unknown> {
  if (place.kind === 'everybody')
    return everyone('placeOf or jobConditions limits the place to the scope', sql`select id as org_id from live_org`)
  if (place.kind === 'org') return sql`select ${place.orgId}::text as org_id`
  return everyone(
    'placeOf or jobConditions limits the place to the scope',
    sql`select org_id from org_ancestor where ancestor_id = any (${place.roots}) union select unnest(${place.flat}::text[])`,
  )
}

/** Conditions on job `alias` besides being in the place. */
export function jobConditions(place: JobPlace, { scope, filter }: People, alias: string): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (!place.reached) conditions.push(inScope(scope, column('org_id')))
  // An organisation above the scope is treated as unknown (D-75), though some of its people are in scope.
  if (!place.reached && filter.orgId !== undefined && filter.hasIncludeChild) conditions.push(namedInScope(scope, filter.orgId))
  if (isEverybody(place, filter)) conditions.push(sql`${column('job_type')} = ${sql.lit(MAIN_JOB)}`)
  else if (filter.jobType !== undefined) conditions.push(sql`${column('job_type')} = ${filter.jobType}`)
  for (const [name, id] of attributeFilters(filter)) conditions.push(sql`${column(name)} = ${id}`)
  return conditions
}

/** Whether no filter concerns other jobs than the main one: everybody has exactly one, which is enough to find them. */
export const isEverybody = (place: JobPlace, filter: People['filter']): boolean =>
  place.kind === 'everybody' && place.reached && (!filtersByJob(filter) || isMainJobFilter(filter))

const isMainJobFilter = (filter: People['filter']): boolean => filter.jobType === MAIN_JOB && attributeFilters(filter).length === 0

/** Whether a filter concerns the job by which a user is listed. */
export const filtersByJob = (filter: People['filter']): boolean => filter.jobType !== undefined || attributeFilters(filter).length > 0

function attributeFilters({ rankId, positionalTitlesId, positionId, stationId }: People['filter']): [column: string, id: string][] {
  const attributes = { rank_id: rankId, title_id: positionalTitlesId, duty_id: positionId, post_id: stationId }
  return Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined)
}

/** Whether a user is listed at most once without removing duplicates. */
export const isListedOnce = (place: JobPlace, { filter }: People): boolean =>
  filter.jobType === MAIN_JOB || place.kind === 'org' || isEverybody(place, filter)
