import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Foreign keys without an index, and why they need none. */
const exceptions: Readonly<Record<string, string>> = {
  'app_grant.app_id,role_id': 'app_grant_role finds the few of a role',
  'app_role_resource.app_id,resource_id': 'app_role_resource_resource finds the few of a resource',
  'app_role_resource.app_id,role_id': 'the primary key begins with the role',
  'menu.parent_menu,parent_type': 'a table of some hundred rows',
}

test('every foreign key has an index on its columns, so that deleting a referenced row scans no whole table', async () => {
  const { rows } = await server.kernel.pool.query<{ key: string }>(`
    select k.conrelid::regclass || '.' || (select string_agg(a.attname, ',' order by c.n) from unnest(k.conkey) with ordinality c (num, n)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.num) as key
    from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = k.conrelid and i.indisvalid
        -- A partial index serves where it leaves out nothing but the rows that name nothing.
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = any (
          select format('(%I IS NOT NULL)', a.attname) from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)))
        and (i.indkey::smallint[])[0:array_length(k.conkey, 1) - 1] @> k.conkey
        and k.conkey @> (i.indkey::smallint[])[0:array_length(k.conkey, 1) - 1])
    order by 1`)
  expect(rows.map(({ key }) => key)).toEqual(Object.keys(exceptions))
})
