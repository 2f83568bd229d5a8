import { sql } from 'kysely'
import type { QueueJob } from '../jobs/jobs.ts'
import type { Db } from './db.ts'

const LOOK_MS = 3000
const LEAST_ROWS = 200
const GROWTH = 4
/** Larger tables are left to autovacuum: within a minute they do not grow enough to change a plan. */
const LARGE = 10_000

/**
 * Runs ANALYZE on these tables, so that PostgreSQL chooses good plans. Columns of documents are left out unless an index looks into
 * them, because their statistics take longer than all others together.
 */
export async function gatherStatistics(db: Db, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string; columns: string[] | null }>`
    select c.relname as name, case when not exists (select 1 from pg_index i join pg_class x on x.oid = i.indexrelid
        join pg_am m on m.oid = x.relam where i.indrelid = c.oid and (i.indexprs is not null or m.amname <> 'btree'))
      then array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.atttypid not in ('json'::regtype, 'jsonb'::regtype) order by a.attnum) end as columns
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relname = any (${tables}) order by c.relname`.execute(db)
  const named = rows.map(({ name, columns }) =>
    columns ? sql`${sql.table(name)} (${sql.join(columns.map(column => sql.ref(column)))})` : sql.table(name),
  )
  if (named.length > 0) await sql`analyze ${sql.join(named)}`.execute(db)
}

/**
 * Analyzes small tables that have grown fourfold since their last ANALYZE. Autovacuum looks only once a minute, too late while a
 * new system is filled: a plan made for ten rows reads all of ten thousand.
 */
export async function analyzeGrown(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select s.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = current_schema() and s.n_live_tup > ${LEAST_ROWS} and s.n_live_tup > ${GROWTH} * c.reltuples
      and c.reltuples < ${LARGE} and s.n_mod_since_analyze > ${LEAST_ROWS} order by s.relname`.execute(db)
  const names = rows.map(({ name }) => name)
  if (names.length > 0) await gatherStatistics(db, names)
  return names
}

export function growingTablesJob(db: Db): QueueJob {
  let lastLook = -Infinity
  return {
    name: 'growing-tables',
    run: async () => {
      if (performance.now() - lastLook < LOOK_MS) return
      lastLook = performance.now()
      await analyzeGrown(db)
    },
  }
}
