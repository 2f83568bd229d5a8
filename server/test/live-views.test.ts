import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf } from '../../tools/tables/columns.ts'
import { sourceFiles } from '../../tools/source-files.ts'
import { startTestServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the views live_user and live_org have every column of their tables', async () => {
  const columns = await columnsOf(server.kernel.pool)
  const namesOf = (table: string) => columns.filter(column => column.table === table).map(column => column.name)
  expect(namesOf('live_user')).toEqual(namesOf('users'))
  expect(namesOf('live_org')).toEqual(namesOf('org'))
})

/**
 * Files in which the view cannot be used: an update names its table, rows are grouped by its key, the table is chosen by its kind,
 * or deleted rows are distinguished from others.
 */
const OTHER_READERS = [
  'server/src/platform/access/sessions.ts',
  'server/src/platform/database/sort-order.ts',
  'server/src/domains/sign-in/incorrect-login/incorrect-login.sql.ts',
  'server/src/domains/governance/review/setting.sql.ts',
  'server/src/domains/permission/admin/admin.sql.ts',
  'server/src/domains/directory/user/edit/bulk.sql.ts',
  'server/src/domains/directory/user/edit/login-phone.sql.ts',
  'server/src/domains/directory/user/password/pending-password.sql.ts',
  'server/src/domains/directory/user/synced/synced-people.sql.ts',
  'server/src/domains/provisioning/push/differences.sql.ts',
  'server/src/domains/provisioning/sync/compare/conflicts.sql.ts',
  'server/src/domains/provisioning/sync/compare/links.sql.ts',
]

test('code that wants users or organisations not deleted queries live_user and live_org', () => {
  const asking = sourceFiles().filter(({ path, code }) => path.startsWith('server/src/') && !path.endsWith('.test.ts') && /deleted_at is null|'deletedAt', 'is', null/.test(code)) // prettier-ignore
  expect(asking.map(({ path }) => path).sort()).toEqual(OTHER_READERS.toSorted())
})
