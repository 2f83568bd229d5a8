import { sql } from 'kysely'
import type { DataHistory } from '@hufu/contract/operations/data-history'
import { everything } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { type FoundMove, readMoves } from '../../audit/index.ts'

/** A row of the list before its summary. */
export type ListedChange = Omit<DataHistory, 'moves' | 'related'> & {
  /** The user whose link the record is. */
  ownerId: string | null
}

/** How many different moves are named. */
const MOVES_MAX = 3
/** Of larger operations, it is not looked up what a change follows from. */
const RELATED_MAX = 2000

const isMoveOf = ({ tableName, recordId, ownerId }: ListedChange, { type, id }: FoundMove): boolean =>
  type === 'org'
    ? tableName === 'org' && recordId === id
    : (tableName === 'users' && recordId === id) || (tableName === 'job' && ownerId === id)

/** Says of each row what a list cannot tell from its columns: where the record went, and what its change follows from. */
export async function withSummaries(db: Db, rows: readonly ListedChange[], isCollapsed = false): Promise<DataHistory[]> {
  const traces = [...new Set(rows.flatMap(({ operationId }) => operationId ?? []))]
  const moves = Map.groupBy(await readMoves(db, everything, traces), move => move.traceId)
  const related = await relatedTables(
    db,
    rows.filter(({ operateType, fields }) => operateType === 'update' && fields.length === 0),
  )
  return rows.map(row => {
    const all = moves.get(row.operationId ?? '') ?? []
    const own = isCollapsed && row.changed > 1 ? all : all.filter(move => isMoveOf(row, move))
    const different = [...Map.groupBy(own, ({ from, to }) => `${from.id} ${to.id}`).values()].map(([first]) => first!)
    return { ...row, moves: different.slice(0, MOVES_MAX), related: related.get(row.id) ?? [] }
  })
}

/** By the ids of rows: the tables whose rows of the same operation link the record. */
async function relatedTables(db: Db, rows: readonly ListedChange[]): Promise<ReadonlyMap<string, string[]>> {
  const ids = rows.filter(({ changed }) => changed > 1 && changed <= RELATED_MAX).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows: found } = await sql<{ id: string; tables: string[] }>`with follower as (
      select id, record_id, trace_id from data_history where id = any (${ids}::bigint[])),
    link as (
      select distinct s.trace_id, s.table_name, v.linked from data_history s join history_columns() c on c.table_name = s.table_name
        cross join lateral (values (s.after ->> c.column_name), (s.before ->> c.column_name)) v (linked)
      where s.trace_id in (select trace_id from follower) and c.column_name is not null)
    select f.id::text as id, array_agg(distinct l.table_name) as tables
    from follower f join link l on l.trace_id = f.trace_id and l.linked = f.record_id group by 1`.execute(db)
  return new Map(found.map(({ id, tables }) => [id, tables]))
}
