import { sql } from 'kysely'
import type { Db } from '../../server/src/platform/database/db.ts'

/**
 * For loading hundreds of thousands of rows: removes the tables' own triggers, secondary indexes
 * and foreign keys for the duration of the work. They are created again, and thereby checked, in
 * the same transaction, so no other transaction sees the tables without them.
 */
export async function inBulkMode(db: Db, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  await sql`select set_config('maintenance_work_mem', '512MB', true)`.execute(db)
  const indexes = await indexesOf(db, tables)
  const references = await referencesOf(db, tables)
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  for (const { table, name } of references) await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
  for (const { name } of indexes) await sql`drop index ${sql.table(name)}`.execute(db)
  await work()
  for (const { definition } of indexes) await sql.raw(definition).execute(db)
  for (const { table, name, definition } of references)
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(db)
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
}

/** Indexes without a constraint; the others stay, or the primary key would be missing. */
async function indexesOf(db: Db, tables: readonly string[]): Promise<{ name: string; definition: string }[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relname = any (${[...tables]}) and t.relnamespace = current_schema::regnamespace
      and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`.execute(db)
  return rows
}

async function referencesOf(db: Db, tables: readonly string[]): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select t.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition from pg_constraint k
    join pg_class t on t.oid = k.conrelid
    where k.contype = 'f' and t.relname = any (${[...tables]}) and t.relnamespace = current_schema::regnamespace`.execute(db)
  return rows
}

/** Recounts the users at or below each organisation, the users of each label and of each short piece of text; reserves the phones of all. */
export async function recountCounters(db: Db): Promise<void> {
  await sql`delete from org_tally`.execute(db)
  await sql`insert into org_tally select ancestor_id, count(*) from (
    select distinct a.ancestor_id, j.user_id from job j join org_ancestor a on a.org_id = j.org_id) there group by ancestor_id`.execute(db)
  await sql`delete from label_tally`.execute(db)
  await sql`insert into label_tally select label_id, count(*) from user_label_member group by label_id`.execute(db)
  await sql`call recount_grams()`.execute(db)
  await sql`call refill_login_phones()`.execute(db)
}
