import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyzeGrown } from '../src/platform/database/statistics.ts'
import { startTestServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function fill(rows: number): Promise<void> {
  await server.kernel.db.connection().execute(async db => {
    await sql`insert into captcha (id, answer, expires_at) select 'grown' || gen_random_uuid(), 'ABCD', now() from generate_series(1, ${rows})`.execute(
      db,
    )
    await sql`select pg_stat_force_next_flush()`.execute(db)
    await sql`select 1`.execute(db)
  })
}

test('a table that has grown fourfold is analyzed once, one that has hardly grown is not', async () => {
  const { db } = server.kernel
  await analyzeGrown(db)
  await fill(1000)
  expect(await analyzeGrown(db)).toContain('captcha')
  const { rows } = await sql<{ n: number }>`select reltuples::int as n from pg_class where oid = 'captcha'::regclass`.execute(db)
  expect(rows[0]!.n).toBeGreaterThanOrEqual(1000)
  expect(await analyzeGrown(db)).not.toContain('captcha')
  await fill(2000)
  expect(await analyzeGrown(db)).not.toContain('captcha')
})
