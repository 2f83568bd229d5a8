import { sql } from 'kysely'
import { inScope, personInScope, type Scope } from '../../platform/access/scope.ts'
import type { Db } from '../../platform/database/db.ts'

const ID = /^[A-Za-z0-9_-]{1,32}$/

/** What may be an id among the values of changes. */
export const idsIn = (values: readonly unknown[]): string[] => [
  ...new Set(values.flat().filter((value): value is string => typeof value === 'string' && ID.test(value))),
]

/** What these are called; people and organisations beyond the scope have no name. */
export async function readNames(db: Db, scope: Scope, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const among = sql`any (${[...ids]}::text[])`
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.real_name as name from users u where u.id = ${among} and ${personInScope(scope, 'u.id')}
    union all select o.id, o.name from org o where o.id = ${among} and ${inScope(scope, sql.ref('o.id'))}
    union all select g.id, g.name from app_group g where g.id = ${among}
    union all select r.id, r.name from role r where r.id = ${among} union all select a.id, a.name from app a where a.id = ${among}
    union all select s.id, s.name from standing s where s.id = ${among} union all select r.id, r.name from app_role r where r.id = ${among}
    union all select g.id, g.name from auth_group g where g.id = ${among} union all select l.id, l.name from user_label l where l.id = ${among}
    union all select s.id, s.name from stripe s where s.id = ${among} union all select w.id, w.name from work_group w where w.id = ${among}
    union all select m.id, m.name from menu m where m.id = ${among}`.execute(db)
  return Object.fromEntries(rows.map(row => [row.id, row.name]))
}
