import { sql, type RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** Rows with a manual order below one owner: organisations below a parent, jobs in an organisation, ranks among themselves. */
export interface Ranks {
  table: 'org' | 'job' | 'standing' | 'dict_item'
  /** The column that names a row to the caller. */
  key: 'id' | 'user_id'
  owner: 'parent_id' | 'org_id' | 'kind' | 'type'
  ownerId: string
}

const notDeleted = (table: Ranks['table']) => (table === 'org' ? sql`and deleted_at is null` : sql``)

/** Renumbers 1..n by the given place of each row (D-44); rows that stay are not written. */
async function renumber(db: Db, ranks: Ranks, place: RawBuilder<unknown>, extra: RawBuilder<unknown> = sql``): Promise<number> {
  const { table, key, owner, ownerId } = ranks
  const { rows } = await sql<{ n: number }>`
    with present as (
      select id, ${sql.ref(key)} as key, row_number() over (order by sort_num, id) as rn from ${sql.table(table)}
      where ${sql.ref(owner)} = ${ownerId} ${notDeleted(table)}
    ) ${extra},
    ordered as (select present.id, row_number() over (order by ${place}, rn) as n from present),
    written as (update ${sql.table(table)} t set sort_num = o.n from ordered o where t.id = o.id and t.sort_num <> o.n returning 1)
    select count(*) as n from written`.execute(db)
  return rows[0]?.n ?? 0
}

export const putFirst = (db: Db, ranks: Ranks, key: string) => renumber(db, ranks, sql`key <> ${key}`)
export const putLast = (db: Db, ranks: Ranks, key: string) => renumber(db, ranks, sql`key = ${key}`)

/** The row becomes the n-th; past the end it becomes the last. */
export const putAt = (db: Db, ranks: Ranks, key: string, n: number) =>
  renumber(
    db,
    ranks,
    sql`case when key = ${key} then ${n}::numeric - 0.5 else (select count(*) from present p where p.key <> ${key} and p.rn <= present.rn) end`,
  )

/** The listed rows swap places among themselves and the others keep theirs, so one page of a list may be given. */
export const reorder = (db: Db, ranks: Ranks, keys: readonly string[]) =>
  renumber(
    db,
    ranks,
    sql`coalesce((select slot.rn from slot where slot.key = present.key), present.rn)`,
    sql`, listed as (select key, ord from unnest(${[...keys]}::text[]) with ordinality as l (key, ord)),
    free as (select rn, row_number() over (order by rn) as k from present where key in (select key from listed)),
    slot as (select l.key, f.rn from (select key, row_number() over (order by ord) as k from listed where key in (select key from present)) l
      join free f on f.k = l.k)`,
  )
