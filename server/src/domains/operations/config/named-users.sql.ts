import { sql } from 'kysely'
import { personInScope, type Scope } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'

/** Settings whose values are lists of users. */
const USER_LIST_KEYS: ReadonlySet<string> = new Set(['orgExaminerIds', 'userExaminerIds'])

interface Stored {
  configKey: string
  values: readonly (string | null)[]
}

function idsIn(value: string | null): string[] {
  const list: unknown = JSON.parse(value || '[]')
  return Array.isArray(list) ? list.filter(id => typeof id === 'string') : []
}

/** The names of the users in these settings, by id. */
export async function usersNamed(db: Db, scope: Scope, stored: readonly Stored[]): Promise<Record<string, string>> {
  const ids = stored.flatMap(({ configKey, values }) => (USER_LIST_KEYS.has(configKey) ? values.flatMap(idsIn) : []))
  if (ids.length === 0) return {}
  const { rows } = await sql<{ id: string; name: string }>`select u.id, u.real_name as name from users u
    where u.id = any (${[...new Set(ids)]}) and ${personInScope(scope, 'u.id')}`.execute(db)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
