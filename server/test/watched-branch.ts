import { sql } from 'kysely'
import type { TestServer } from './harness.ts'
import { SHARED_KINDS, type Branch, type Kind } from './two-branches.ts'

/** Tables that jobs maintain, counters, and records of attempts: rows in them do not count as changes of the branch. */
const LOG_TABLES = ['oper_log', 'audit_target', 'oper_log_value', 'data_history', 'rights_change', 'label_due', 'change_due', 'push_item', 'active_tally_due', 'login_tally_due', 'limit_count', 'gram_tally', 'org_tally', 'label_tally', 'import_row'] // prettier-ignore

/** Records every inserted, deleted or changed row, in any table, that names an object of the branch. */
export async function watchBranch({ kernel: { db } }: TestServer, branch: Branch, caller: string) {
  const ids = Object.entries(branch).flatMap(([kind, id]) => (SHARED_KINDS.includes(kind as Kind) ? [] : [id])).join('|') // prettier-ignore
  const { rows: tables } = await sql<{
    name: string
  }>`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname <> all (${LOG_TABLES})`.execute(db)
  await sql`create unlogged table branch_change (name text, was text, became text)`.execute(db)
  // Tasks and the stored form of a request hold the caller's input, so they name what it was aimed at.
  await sql`create function note_branch_change() returns trigger language plpgsql as ${sql.lit(`
    declare was text := case when tg_op <> 'INSERT' then (to_jsonb(old) - 'form')::text end;
      became text := case when tg_op <> 'DELETE' then (to_jsonb(new) - 'form')::text end;
    begin
      if (was ~ '${ids}' or became ~ '${ids}') and was is distinct from became
        and not (tg_table_name in ('async_task', 'import_plan') and coalesce(became, was) ~ '${caller}')
      then insert into branch_change values (tg_table_name, was, became); end if;
      return null;
    end`)}`.execute(db)
  for (const { name } of tables)
    await sql`create trigger zz_branch_change after insert or update or delete on ${sql.table(name)} for each row execute function note_branch_change()`.execute(db) // prettier-ignore
  const people = [branch.user, branch.colleague, branch.boss]
  /** The applications the branch's users may open, by any path. */
  const rights = async () => {
    const { rows } = await sql<{ sum: string }>`select coalesce(string_agg(p::text, '|' order by p::text), '') as sum
      from unnest(${people}::text[]) as person (id) cross join lateral paths_of(person.id) p where p.fault is null`.execute(db)
    return rows[0]!.sum
  }
  /** Enables again what was disabled for everybody. */
  const switchOn = async () => {
    for (const name of ['app', 'app_role', 'auth_group', 'role', 'user_label', 'standing', 'stripe'])
      await sql`update ${sql.table(name)} set status = 1 where id = any (${Object.values(branch)}) and status <> 1`.execute(db)
  }
  let rightsBefore = await rights()
  /** The changes since the last call. */
  return async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string; was: string | null; became: string | null }>`delete from branch_change returning *`.execute(
      db,
    )
    const [before, now] = [rightsBefore, await rights()]
    await switchOn()
    rightsBefore = await rights()
    const changed = rows.map(({ name, was, became }) => `${name}: ${was ?? 'nothing'} → ${became ?? 'nothing'}`.slice(0, 600))
    return before === now ? changed : [...changed, `rights: ${before} → ${now}`]
  }
}
