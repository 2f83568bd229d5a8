import { sql } from 'kysely'
import type { Move, Place } from '@hufu/contract/audit/audit'
import { inScope, type Scope } from '../../platform/access/scope.ts'
import type { Db } from '../../platform/database/db.ts'

/** Of an operation that changed more jobs and organisations, only the latest are read. */
const ROWS_MAX = 2000

interface MovedRow {
  traceId: string
  type: 'user' | 'org'
  id: string
  fromId: string
  toId: string
}
export interface FoundMove extends Move {
  traceId: string
  type: 'user' | 'org'
  /** The user or organisation that went. */
  id: string
}

/** Where these operations moved users, by their main jobs, and organisations. */
export async function readMoves(db: Db, scope: Scope, traces: readonly string[]): Promise<FoundMove[]> {
  if (traces.length === 0) return []
  const { rows } = await sql<MovedRow>`with changed as (
      select t.id as trace_id, h.* from unnest(${[...traces]}::text[]) t (id) cross join lateral (
        select h.table_name, h.record_id, h.before, h.after from data_history h
        where h.trace_id = t.id and h.table_name in ('job', 'org') order by h.id desc limit ${ROWS_MAX}) h),
    main as (
      select trace_id, coalesce(after, before) ->> 'user_id' as user_id,
        max(before ->> 'org_id') filter (where before ->> 'job_type' = '1') as from_id,
        max(after ->> 'org_id') filter (where after ->> 'job_type' = '1') as to_id
      from changed where table_name = 'job' group by 1, 2)
    select trace_id, 'user' as type, user_id as id, from_id, to_id from main where from_id <> to_id
    union all
    select trace_id, 'org', record_id, before ->> 'parent_id', after ->> 'parent_id' from changed
    where table_name = 'org' and before ->> 'parent_id' <> after ->> 'parent_id'`.execute(db)
  const places = await readPlaces(db, scope, [...new Set(rows.flatMap(row => [row.fromId, row.toId]))])
  const placeOf = (id: string): Place => places.get(id) ?? { id, name: null, path: null }
  return rows.map(({ traceId, type, id, fromId, toId }) => ({
    traceId,
    type,
    id,
    field: type === 'user' ? 'org_id' : 'parent_id',
    from: placeOf(fromId),
    to: placeOf(toId),
  }))
}

/** The organisations among `ids` that are in scope, with their paths within it. */
async function readPlaces(db: Db, scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, Place>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Place>`select o.id, o.name,
      (select string_agg(up.name, ' / ' order by a.depth desc) from org_ancestor a join org up on up.id = a.ancestor_id
        where a.org_id = o.id and ${inScope(scope, sql.ref('up.id'))}) as path
    from org o where o.id = any (${[...ids]}) and ${inScope(scope, sql.ref('o.id'))}`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}
