import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldNames, mechanicalFields, tableNames } from '@hufu/contract/audit/history-text'
import { startTestServer, type TestServer } from './harness.ts'

/** Columns that are compared but never shown. */
const SEALED = /^(password_hash|(phone|id_card)_(cipher|hash|tail))$/

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('every table and column kept in data history has a readable name', async () => {
  const { rows } = await server.kernel.pool.query<{ table: string; column: string }>(`
    select t.tgrelid::regclass::text as table, a.attname as column
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_attribute a on a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped
    where t.tgname = 'history_insert' and p.prosrc ~ ('\\m' || a.attname || '\\M') order by 1, 2`)
  expect(new Set(rows.map(row => row.table)).size).toBeGreaterThan(30)
  expect([...new Set(rows.map(row => row.table))].filter(name => !Object.hasOwn(tableNames, name))).toEqual([])
  const nameless = rows.filter(({ column }) => !Object.hasOwn(fieldNames, column) && !mechanicalFields.has(column) && !SEALED.test(column))
  expect(nameless.map(({ table, column }) => `${table}.${column}`)).toEqual([])
})
