import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './harness.ts'

/** The buttons of a database from before N-01; the migration is run again on a database that has lost the newer ones. */
const shippedBefore = [
  'add-user', 'edit-user', 'user-detail', 'batch-save', 'view-org', 'grade-auth', 'batch-save-org', 'stripe', 'edit-c', 'refUser', 'auth', 'rank',
  'positionalTitles', 'position', 'station',
] // prettier-ignore

let server: TestServer
const made = { reader: '', editor: '', detail: '', opener: '', delegation: '' }
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.kernel
  made.delegation = await server.given.gradeAdmin(await server.given.user(), '1', 1, '/organiz/user-label', '/system/gradeAdmins')
  await sql`delete from menu where type = 'button' and (mark <> all (${shippedBefore})
    or parent_id = 'system_gradeAdmins')`.execute(db)
  const role = async (...grants: string[]) => server.given.role(await server.given.user(), ...grants)
  made.reader = await role('/organiz/index')
  made.editor = await role('/organiz/index#edit-user', '/organiz/index#batch-save')
  made.detail = await role('/organiz/index#user-detail', '/organiz/org-list')
  made.opener = await role('/app/authority', '/organiz/setting#rank')
  const step = await readFile(new URL('../migrations/0040-buttons.sql', import.meta.url), 'utf8')
  await db.transaction().execute(trx => sql.raw(step).execute(trx))
  const later = await readFile(new URL('../migrations/0054-restore-requests.sql', import.meta.url), 'utf8')
  await sql.raw(/insert into menu [^;]+;/.exec(later)![0]).execute(db)
  const reviews = await readFile(new URL('../migrations/0060-review.sql', import.meta.url), 'utf8')
  const buttons = reviews.slice(reviews.indexOf('create temporary table review_button'))
  await db.transaction().execute(trx => sql.raw(buttons).execute(trx))
  const pushes = await readFile(new URL('../migrations/0064-synchronisation.sql', import.meta.url), 'utf8')
  await db.transaction().execute(trx => sql.raw(pushes.slice(pushes.indexOf('create temporary table sync_button'))).execute(trx))
  const providers = await readFile(new URL('../migrations/0084-identity-providers.sql', import.meta.url), 'utf8')
  await sql.raw(/insert into menu [^;]+;/.exec(providers)![0]).execute(db)
})
afterAll(() => server.close())

const codesOf = async (roleId: string, page: string): Promise<string[]> => {
  const { rows } = await sql<{ mark: string }>`select b.mark from role_menu g join menu b on b.id = g.menu_id and b.type = 'button'
    join menu p on p.id = b.parent_id and p.menu_uri = ${page} where g.role_id = ${roleId} order by b.mark`.execute(server.kernel.db)
  return rows.map(row => row.mark)
}

test('N-01 a user with a page keeps what the page alone allowed before', async () => {
  expect(await codesOf(made.reader, '/organiz/index')).toEqual([
    'add-org', 'delete-org', 'delete-user', 'edit-org', 'export-org', 'export-user', 'move-org', 'org-status', 'push-org', 'recover-user', 'remove-job',
    'sort-org', 'sort-user', 'user-status',
  ]) // prettier-ignore
})

test('N-01 what needed another button before goes to those who hold that button', async () => {
  const editor = await codesOf(made.editor, '/organiz/index')
  expect(editor).toEqual(
    expect.arrayContaining(['reset-password', 'transfer-user', 'certify-user', 'import-user', 'reveal-user', 'reset-factor']),
  )
  const detail = await codesOf(made.detail, '/organiz/index')
  expect(detail).toContain('reveal-user')
  expect(detail.filter(code => ['reset-password', 'transfer-user', 'import-user', 'certify-user', 'reset-factor'].includes(code))).toEqual(
    [],
  )
  expect(await codesOf(made.detail, '/organiz/org-list')).not.toContain('import-org')
  expect(await codesOf(made.opener, '/app/authority')).not.toContain('grant-role')
  expect(await codesOf(made.opener, '/organiz/setting')).toEqual(['edit-rank', 'edit-setting', 'rank'])
})

test('N-01 sending data out of a page goes to those who may edit there, not to readers', async () => {
  expect(await codesOf(made.reader, '/organiz/index')).not.toContain('push-user')
  expect(await codesOf(made.editor, '/organiz/index')).toContain('push-user')
})

test('N-01 a delegated administrator keeps what their pages allowed', async () => {
  const { rows } = await sql<{ mark: string }>`select b.mark from grade_admin_menu g join menu b on b.id = g.menu_id and b.type = 'button'
    where g.grade_admin_id = ${made.delegation} order by b.mark`.execute(server.kernel.db)
  expect(rows.map(row => row.mark)).toEqual([
    'add-label', 'delete-label', 'edit-label', 'export-grade', 'grade-auth', 'grade-status', 'label-status', 'label-user', 'merge-label',
  ]) // prettier-ignore
})

test('N-01 the migration leaves the same menus as a new database', async () => {
  const { rows } = await sql<{ id: string }>`select id from menu order by id`.execute(server.kernel.db)
  const { shippedMenus } = await import('../src/domains/permission/menu/menu-seed.ts')
  expect(rows.map(row => row.id).sort()).toEqual(shippedMenus.map(node => node.id).sort())
})
