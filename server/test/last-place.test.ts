import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Plan {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}
async function blocksOf(query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': Plan[] }>`explain (analyze, buffers, format json) ${query}`.execute(server.kernel.db)
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0]!
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

test('the last place of an empty organisation is found without reading the members of others', async () => {
  const { db } = server.kernel
  const [full, empty] = [await server.given.org(), await server.given.org()]
  await sql`insert into users (id, user_name, real_name, search) select 'place' || n, 'place' || n, '某人', 'x' from generate_series(1, 5000) n`.execute(
    db,
  )
  await sql`insert into job (id, user_id, org_id, job_type, sort_num) select 'place' || n, 'place' || n, ${full}, 1, n from generate_series(1, 5000) n`.execute(
    db,
  )
  await sql`insert into org (id, parent_id, name, code, org_type, search, sort_num) select 'place' || n, ${full}, '处' || n, 'PLACE' || n, 1, 'x', n from generate_series(1, 3000) n`.execute(
    db,
  )
  await sql`analyze job, org`.execute(db)
  const { rows } = await sql`select last_job_number(${full}) as full, last_job_number(${empty}) as empty, last_org_number(${full}) as above,
    last_org_number(${empty}) as below`.execute(db)
  expect(rows).toEqual([{ full: 5000, empty: 0, above: 3000, below: 0 }])
  expect(await blocksOf(sql`select last_job_number(${empty})`)).toBeLessThan(20)
  expect(await blocksOf(sql`select last_org_number(${empty})`)).toBeLessThan(20)
})
