import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { scimClient, type ScimSubject } from '../../../../test/scim.ts'
import { concurrentChanges, walk } from '../../../../test/scim-walk.ts'

const PEOPLE = 20_000
let server: TestServer
let reader: ScimSubject
let writer: ScimSubject
beforeAll(async () => {
  server = await startTestServer()
  reader = await scimClient(server)
  writer = await scimClient(server)
  await server.kernel.pool.query(`insert into users (id, user_name, real_name, search, create_time)
    select 'walk' || lpad(n::text, 6, '0'), 'walk' || lpad((n * 7 % ${PEOPLE})::text, 6, '0'), '某人' || n, 'x',
      '2026-01-01'::timestamptz + (n * 13 % ${PEOPLE}) * interval '1 second' from generate_series(1, ${PEOPLE}) n`)
  await server.kernel.pool.query(`insert into job (id, user_id, org_id, job_type, sort_num)
    select id, id, '1', 1, row_number() over (order by id) from users where id like 'walk%'`)
  await server.kernel.pool.query('analyze users, job')
})
afterAll(() => server.close())

const idsNow = async () =>
  (await server.kernel.pool.query<{ id: string }>(`select id from live_user where id like 'walk%' order by id`)).rows.map(({ id }) => id)

test.each([
  ['their ids', 'count=200'],
  ['their user names, the last first', 'count=250&sortBy=userName&sortOrder=descending'],
  ['when they were created', 'count=500&sortBy=meta.created'],
])(
  'SC-10 a walk by cursor through 20,000 users by %s, during creations, deletions and renames, misses no remaining user and returns none twice',
  async (_, query) => {
    const before = await idsNow()
    const { done, once } = concurrentChanges(writer.ask, before, 2)
    const walked = await walk(reader.ask, query, once)
    const seen = new Set(walked)
    expect(walked.length).toBe(seen.size)
    const stayed = await idsNow()
    expect(stayed).toEqual(before.filter(id => !done.deleted.has(id)))
    expect(stayed.filter(id => !seen.has(id))).toEqual([])
    for (const some of Object.values(done)) expect(some.size).toBeGreaterThan(40)
  },
)
