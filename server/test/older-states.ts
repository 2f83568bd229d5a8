import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

const folder = new URL('older-states/', import.meta.url)

/** A migration as it is today, with lines replaced (first, how many, by what), or one that no longer exists. */
type OlderStep = string | { name: string; instead: [number, number, string[]][] } | { name: string; text: string }

/** The commits whose migrations are stored here. */
export const olderStates = readdirSync(folder).map(name => name.replace('.json', ''))

function textOf(step: OlderStep): string {
  if (typeof step === 'object' && 'text' in step) return step.text
  const name = typeof step === 'string' ? step : step.name
  const lines = readFileSync(new URL(`../migrations/${name}.sql`, import.meta.url), 'utf8').split('\n')
  const changes = typeof step === 'string' ? [] : step.instead
  for (const [first, count, by] of changes.toReversed()) lines.splice(first, count, ...by)
  return lines.join('\n')
}

/** Builds a database as a server of that commit left it, with its migrations recorded as they were then. */
export async function buildOlder(pool: pg.Pool, state: string): Promise<void> {
  const steps = JSON.parse(readFileSync(new URL(`${state}.json`, folder), 'utf8')) as OlderStep[]
  await pool.query(`create table schema_step (name varchar(255) primary key, timestamp varchar(255) not null);
    create table schema_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into schema_lock values ('migration_lock', 0)`)
  for (const step of steps) {
    await pool.query(textOf(step))
    const name = typeof step === 'string' ? step : step.name
    await pool.query('insert into schema_step values ($1, now()::text)', [name])
  }
}

const kinds = [
  `select 'column', table_name, column_name, data_type, is_nullable, column_default, is_generated, generation_expression
     from information_schema.columns where table_schema = 'public'`,
  `select 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated from pg_constraint
     where connamespace = 'public'::regnamespace`,
  `select 'index', indexdef from pg_indexes where schemaname = 'public'`,
  `select 'trigger', pg_get_triggerdef(t.oid), tgenabled from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and c.relnamespace = 'public'::regnamespace`,
  `select 'function', pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'public'::regnamespace and prokind <> 'a'
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  `select 'view', viewname, definition from pg_views where schemaname = 'public'`,
  `select 'relation', relname, relkind, relpersistence from pg_class where relnamespace = 'public'::regnamespace`,
]

/** Every table, column, constraint, index, trigger, function and view, one per line. */
export async function schemaOf(pool: pg.Pool): Promise<string[]> {
  const lines: string[] = []
  for (const kind of kinds) {
    const { rows } = await pool.query({ text: kind, rowMode: 'array' })
    lines.push(...(rows as unknown[][]).map(row => row.join(' | ')))
  }
  return lines.toSorted()
}
