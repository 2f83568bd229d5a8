import { sql, type RawBuilder } from 'kysely'
import type { SubjectType } from '@hufu/contract/apps/access'
import type { Db } from '../../../platform/database/db.ts'
import { personInScope, inScope, type Scope } from '../../../platform/access/scope.ts'

/** Whether the subject whose id is in `column` is in the caller's scope; labels, posts and lines span all organisations. */
export function subjectInScope(scope: Scope, type: SubjectType, column: string): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`
  if (type === 'user') return personInScope(scope, column)
  if (type === 'org') return inScope(scope, sql.ref(column))
  if (type !== 'workGroup') return sql<boolean>`false`
  return sql<boolean>`exists (select 1 from work_group mine where mine.id = ${sql.ref(column)} and ${inScope(scope, sql.ref('mine.org_id'))})`
}

/** Whether the subject of grant `g`, of any kind, is in the caller's scope. */
export const grantInScope = (scope: Scope): RawBuilder<boolean> =>
  scope.all
    ? sql<boolean>`true`
    : sql<boolean>`case g.subject_type when 'user' then ${subjectInScope(scope, 'user', 'g.subject_id')}
      when 'org' then ${subjectInScope(scope, 'org', 'g.subject_id')} when 'workGroup' then ${subjectInScope(scope, 'workGroup', 'g.subject_id')}
      else false end`

/** How many grants `r` that meet a condition have a subject in the caller's scope. */
export const grantCount = (scope: Scope, which: RawBuilder<unknown>): RawBuilder<number> =>
  scope.all
    ? sql<number>`(select count(*) from app_grant r where ${which})`
    : sql<number>`(${sql.join(
        (['user', 'org', 'workGroup'] as const).map(
          type =>
            sql`(select count(*) from app_grant r where ${which} and r.subject_type = ${type} and ${subjectInScope(scope, type, 'r.subject_id')})`,
        ),
        sql` + `,
      )})`

/** The ids that exist; `type` says in which table. */
export async function existingSubjects(db: Db, type: 'label' | 'post' | 'stripe', ids: readonly string[]): Promise<Set<string>> {
  const from = {
    label: sql`user_label where true`,
    post: sql`standing where kind = 'post'`,
    stripe: sql`stripe where true`,
  }[type]
  const { rows } = await sql<{ id: string }>`select id from ${from} and id = any (${[...ids]}) for key share`.execute(db)
  return new Set(rows.map(row => row.id))
}

/** Work groups in scope: those of an organisation in scope. */
export async function groupsInScope(db: Db, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select g.id from work_group g where g.id = any (${[...ids]}) and ${inScope(scope, sql.ref('g.org_id'))} for key share of g`.execute(db)
  return new Set(rows.map(row => row.id))
}
