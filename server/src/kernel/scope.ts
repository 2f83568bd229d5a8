import { sql, type RawBuilder, type ReferenceExpression } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'

/** The organisations a call may reach (D-34). */
export type Scope = { readonly all: true } | { readonly all: false; readonly roots: readonly { orgId: string; below: boolean }[] }
export const everything: Scope = { all: true }

/**
 * The one place where rows are narrowed (house rule 5), for reading and for writing, at source and target.
 * `orgId` is the column or value that must lie inside.
 */
export function within(scope: Scope, orgId: ReferenceExpression<Tables, keyof Tables> | RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`
  const inner = typeof orgId === 'string' ? sql.ref(orgId) : (orgId as RawBuilder<unknown>)
  const deep = scope.roots.filter(root => root.below).map(root => root.orgId)
  const flat = scope.roots.filter(root => !root.below).map(root => root.orgId)
  return sql<boolean>`(${inner} = any (${flat}) or exists (
    select 1 from org_ancestor reach where reach.org_id = ${inner} and reach.ancestor_id = any (${deep})))`
}

/** Whether a person has a job inside; `userId` is the column that names him. */
export function personWithin(scope: Scope, userId: string): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`
  return sql<boolean>`exists (select 1 from job held where held.user_id = ${sql.ref(userId)} and ${within(scope, sql.ref('held.org_id'))})`
}
