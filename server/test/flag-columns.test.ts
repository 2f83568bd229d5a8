import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf } from '../../tools/tables/columns.ts'
import { startTestServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Small numbers that are not flags, with what they count or mean. */
const numbers: Readonly<Record<string, string>> = {
  'async_task.tries': 'counts',
  'audit_checkpoint.lane': 'one of the chains of the audit',
  'email_code.tries': 'counts',
  'login_tally.hour': 'of a day',
  'login_tally_due.hour': 'of a day',
  'mail.tries': 'counts',
  'oper_log.lane': 'one of the chains of the audit',
  'org_ancestor.depth': 'counts',
  'push_item.tries': 'counts',
  'sms.tries': 'counts',
  'sms.unsure': 'counts the tries whose end is not known',
  'sms_code.tries': 'counts',
  'users.password_type': 'which of the ways the password was chosen, or none',
}

test('every smallint column has a check of its values, or is listed as a number', async () => {
  const { rows } = await server.kernel.pool.query<{ name: string }>(`
    select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.atttypid = 'int2'::regtype`)
  const small = new Set(rows.map(row => row.name))
  const columns = (await columnsOf(server.kernel.pool)).filter(({ table, name }) => small.has(`${table}.${name}`))
  expect(columns.length).toBeGreaterThan(30)
  const free = columns.filter(({ allowed }) => allowed.length === 0).map(({ table, name }) => `${table}.${name}`)
  expect(free.sort()).toEqual(Object.keys(numbers).sort())
})

test('every check constraint is validated', async () => {
  const { rows } = await server.kernel.pool.query("select conname from pg_constraint where contype = 'c' and not convalidated")
  expect(rows).toEqual([])
})
