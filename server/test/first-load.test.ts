import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../src/platform/database/db.ts'
import { startTestServer, type TestServer } from './harness.ts'

/** Tables filled within one transaction, about which PostgreSQL has no statistics yet. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ORGS = 20_000
const USERS = 2000

/** Twenty organisations below each one, four levels deep. */
const insertOrgs = (db: Db) =>
  sql`insert into org (id, parent_id, name, code, sort_num)
  select 'o' || n, case when n <= 20 then '1' else 'o' || (n - 1) / 20 end, 'o' || n, 'o' || n, n from generate_series(1, ${ORGS}::int) n`.execute(
    db,
  )

const insertUsers = (db: Db, like: string) =>
  sql`insert into users select (jsonb_populate_record(u, jsonb_build_object('id', 'u' || n, 'user_name', 'u' || n,
    'phone_hash', null, 'id_card_hash', null, 'employee_number', null, 'origin_user_id', null))).*
  from users u, generate_series(1, ${USERS}::int) n where u.id = ${like}`.execute(db)

const insertJobs = (db: Db) =>
  sql`insert into job (id, user_id, org_id, job_type, sort_num)
  select 'j' || n, 'u' || n, 'o' || n * 3, 1, n from generate_series(1, ${USERS}::int) n`.execute(db)

/** Rows and index entries of a table that this transaction has read. */
async function rowsRead(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select pg_stat_get_xact_tuples_returned(${table}::regclass)
    + (select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = ${table}::regclass) as n`.execute(db)
  return rows[0]!.n
}

test('R18 the jobs of a first load are counted by reading only the ancestors of their own organisations', async () => {
  const like = await server.given.user()
  await insertOrgs(server.kernel.db)
  await sql`analyze org, org_ancestor`.execute(server.kernel.db)
  const read = await server.kernel.db.transaction().execute(async db => {
    await insertUsers(db, like)
    const before = await rowsRead(db, 'org_ancestor')
    await insertJobs(db)
    const inserted = (await rowsRead(db, 'org_ancestor')) - before
    const { rows } = await sql<{ kept: number; there: number }>`select org_people('o1') as kept,
      (select count(distinct j.user_id) from job j join org_ancestor a on a.org_id = j.org_id where a.ancestor_id = 'o1') as there`.execute(
      db,
    )
    expect(rows[0]!.kept).toBe(rows[0]!.there)
    expect(rows[0]!.kept).toBeGreaterThan(10)
    await sql`delete from job where user_id like 'u%'`.execute(db)
    const { rows: empty } = await sql<{ kept: number }>`select org_people('o1') as kept`.execute(db)
    expect(empty[0]!.kept).toBe(0)
    return inserted
  })
  // Five levels at most, each read once or twice.
  expect(read).toBeLessThan(10 * USERS)
})
