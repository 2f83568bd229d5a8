import { ROOT_ORG } from '@hufu/contract/screens'
import { sql, type RawBuilder, type ReferenceExpression } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'

/** The organisations a call may reach. */
export type Scope = { readonly all: true } | { readonly all: false; readonly roots: readonly { orgId: string; below: boolean }[] }
export const everything: Scope = { all: true }

/**
 * The one place that narrows rows to a scope (rule 5): for reading and writing, at source and target. `orgId` is the column or
 * value that must lie inside the scope.
 */
export function inScope(scope: Scope, orgId: ReferenceExpression<Tables, keyof Tables> | RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`
  const inner = typeof orgId === 'string' ? sql.ref(orgId) : (orgId as RawBuilder<unknown>)
  const deep = scope.roots.filter(root => root.below).map(root => root.orgId)
  const flat = scope.roots.filter(root => !root.below).map(root => root.orgId)
  return everyone(
    'defines how rows are narrowed',
    sql<boolean>`(${inner} = any (${flat}) or exists (
    select 1 from org_ancestor reach where reach.org_id = ${inner} and reach.ancestor_id = any (${deep})))`,
  )
}

/** Like inScope, for a table with many rows per organisation: PostgreSQL starts from the organisations. */
export function amongOrgsInScope(scope: Scope, orgId: string): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(orgId)} in (${orgsOf(scope.roots)})`
}

type Roots = Extract<Scope, { all: false }>['roots']

const orgsOf = (roots: Roots): RawBuilder<unknown> => {
  const deep = roots.filter(root => root.below).map(root => root.orgId)
  const flat = roots.filter(root => !root.below).map(root => root.orgId)
  return everyone(
    'defines how rows are narrowed',
    sql`select reach.org_id from org_ancestor reach where reach.ancestor_id = any (${deep}) union select unnest(${flat}::text[])`,
  )
}

/**
 * Whether a filter may name this organisation; one outside the scope is treated as missing (D-75). The root is allowed because
 * everybody knows it and everything in the caller's scope lies below it.
 */
export const namedInScope = (scope: Scope, orgId: string): RawBuilder<boolean> =>
  scope.all || orgId === ROOT_ORG ? sql<boolean>`true` : inScope(scope, sql`${orgId}::text`)

/** Whether an organisation within the scope lies at or below the one a filter names. */
export const liesBelow = (scope: Scope, orgId: RawBuilder<unknown>, named: string): RawBuilder<boolean> =>
  sql<boolean>`(exists (select 1 from org_ancestor way where way.org_id = ${orgId} and way.ancestor_id = ${named})
    and ${namedInScope(scope, named)} and ${inScope(scope, orgId)})`

/** How many users in scope have a job at or below `orgId`; reads the kept counter where the scope is everything. */
export function countPeopleInScope(scope: Scope, orgId: string): RawBuilder<number> {
  const at = sql.ref(orgId)
  if (scope.all || scope.roots.every(root => root.below)) return sql<number>`org_people(${at})`
  const deep: Scope = { all: false, roots: scope.roots.filter(root => root.below) }
  return sql<number>`case when ${inScope(deep, at)} then org_people(${at}) else (select count(distinct inside.user_id) from job inside
    join org_ancestor low on low.org_id = inside.org_id and low.ancestor_id = ${at} where ${inScope(scope, sql.ref('inside.org_id'))}) end`
}

/** Whether a user has a job within the scope; `userId` is the column of the user's id. */
export function personInScope(scope: Scope, userId: string): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`
  return sql<boolean>`exists (select 1 from job held where held.user_id = ${sql.ref(userId)} and ${inScope(scope, sql.ref('held.org_id'))})`
}

/** Whether the user's main job is in scope: a second job there does not let the caller administer the account (N-02). */
export function accountInScope(scope: Scope, userId: string): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`
  return sql<boolean>`exists (select 1 from job held where held.user_id = ${sql.ref(userId)} and held.job_type = 1
    and ${inScope(scope, sql.ref('held.org_id'))})`
}

/** Like personInScope, for a table with many rows per user: PostgreSQL starts from the users. */
export function amongPeopleInScope(scope: Scope, userId: string): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`
  return everyone(
    'defines how rows are narrowed',
    sql<boolean>`${sql.ref(userId)} in (select held.user_id from job held where held.org_id in (${orgsOf(scope.roots)}))`,
  )
}

/** A query over users, organisations or jobs that no scope narrows; `why` says why not. */
export const everyone = <Query>(_why: string, query: Query): Query => query
