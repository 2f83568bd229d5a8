import { apiClient } from '@hufu/contract/federation/api-client'
import { workflow } from '@hufu/contract/governance/workflow'
import { sync } from '@hufu/contract/provisioning/sync'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import type { TestServer } from '../../server/test/harness.ts'
import { seedSample } from '../../tools/seed/sample.ts'
import { openFixture, type Fixture } from '../browser.ts'
import { dialog, inDialog, tool, words, type Stops } from './stops.ts'
import { ids } from './world.ts'

// Reviews, workflows, operations and synchronisation with the sample data: each list has rows, and each drawer has content.

const found = { workflow: '', run: '', client: '' }

export async function openSample(): Promise<Fixture> {
  const fixture = await openFixture({ settings: { HUFU_ALLOW_LOOPBACK: '1' } })
  const { server } = fixture
  await seedSample(server, { people: 60, logins: 200, from: 1 }, (_, work) => work())
  const { admin, kernel } = server
  const users = kernel.db.selectFrom('users').select(['id', 'userName']).where('userName', 'in', ['shenzhiqiu', 'guruolan'])
  for (const { id, userName } of await users.execute()) ids[userName === 'guruolan' ? 'applicant' : 'examiner'] = id
  const own = kernel.db.updateTable('users').set({ passwordFrom: 'own' })
  await own.where('id', 'in', [ids.examiner, ids.applicant, '1']).execute()
  kernel.sessions.forget()
  found.workflow = (await admin.call(workflow.page, { query: { code: 'USER-CHANGE' } })).records[0]!.id
  found.run = (await admin.call(sync.pageRun, { query: {} })).records[0]!.id
  found.client = (await admin.call(apiClient.page, { query: {} })).records[0]!.id
  await fillIds(server)
  await lengthenNames(server)
  return fixture
}

/** Chooses the record of each kind that has most to show. */
async function fillIds({ kernel }: TestServer): Promise<void> {
  const { rows } = await sql<Partial<typeof ids>>`select
    (select app_id from app_role group by app_id order by count(*) desc, app_id limit 1) as app,
    (select o.id from org o join grade_admin g on g.org_id = o.id and g.status = 1 where exists (select from org below where below.parent_id = o.id) order by o.id limit 1) as org,
    (select id from stripe order by create_time limit 1) as line,
    (select id from auth_group order by create_time limit 1) as "authGroup",
    (select id from workflow order by create_time limit 1) as workflow,
    (select role_id from role_menu group by role_id order by count(*) desc, role_id limit 1) as role`.execute(kernel.db)
  Object.assign(ids, rows[0])
  const of = await sql<Partial<typeof ids>>`select
    (select id from app_role where app_id = ${ids.app} order by id limit 1) as "appRole",
    (select user_id from user_label_member group by user_id order by count(*) desc, user_id limit 1) as person`.execute(kernel.db)
  Object.assign(ids, of.rows[0])
}

const LONG = '国家税务总局某某经济技术开发区税务局第一税务分局'
/** Gives a user, an organisation and an application names longer than any column. */
async function lengthenNames({ kernel: { db } }: TestServer): Promise<void> {
  await db
    .updateTable('users')
    .set({ realName: LONG, email: `${'a'.repeat(60)}@example.org` })
    .where('id', '=', ids.person)
    .execute()
  await db
    .updateTable('org')
    .set({ name: LONG.repeat(2) })
    .where('id', '=', ids.org)
    .execute()
  await db.updateTable('app').set({ name: LONG }).where('id', '=', ids.app).execute()
}

const rows = (page: Page) => page.locator('main tbody tr.ant-table-row').first()
const first = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const drawer = (page: Page) => page.locator('.ant-drawer:visible')

export const sampleStops: Stops = {
  examiner: [
    {
      name: 'sample-welcome',
      path: '/wel/index',
      open: [[first(/^待审核|^审核/), page => page.getByRole('menuitem', { name: '我的申请' })]],
    },
    {
      name: 'sample-review-user',
      path: '/examine/review-user',
      see: rows,
      open: [[first(/^查看 /), page => drawer(page).getByRole('list').getByText('提交').first()]],
    },
    { name: 'sample-review-all', path: '/examine/review-user?tab=all', see: rows },
    { name: 'sample-review-org', path: '/examine/review-org', see: rows },
    { name: 'sample-examine-set', path: '/examine/examine-set', see: words('用户变更审核') },
    { name: 'sample-examine-deputies', path: '/examine/examine-set?tab=deputies' },
    { name: 'sample-examine-stats', path: '/examine/examine-set?tab=stats' },
  ],
  applicant: [
    {
      name: 'sample-own-reviews',
      path: '/organiz/index',
      open: [
        [first(/^待审核|^审核/), page => page.getByRole('menuitem', { name: '我的申请' })],
        [page => page.getByRole('menuitem', { name: '我的申请' }).click(), page => page.getByRole('dialog').getByText('石磊').first()],
      ],
    },
    { name: 'sample-org-tagged', path: '/organiz/org-list' },
  ],
  admin: [
    {
      name: 'sample-workflow',
      path: '/devops/workflow',
      see: rows,
      open: [[tool('用户变更审核', '版本'), dialog('版本')]],
    },
    {
      name: 'sample-design',
      path: () => `/devops/workflow/design?id=${found.workflow}`,
      see: words('综合审核'),
      open: [
        [page => page.locator('[data-at="2"]').click(), page => page.getByLabel('步骤名称')],
        [first(/试运行/), dialog('申请人')],
      ],
    },
    { name: 'sample-devops', path: '/devops', see: words('运行中的节点') },
    { name: 'sample-api-manage', path: '/devops/api-manage', see: rows },
    { name: 'sample-config', path: '/devops/config', see: rows },
    { name: 'sample-dict', path: '/devops/dict', see: rows },
    {
      name: 'sample-data-history',
      path: '/devops/data-history',
      see: rows,
      open: [[first(/^详情/), page => drawer(page).getByRole('heading', { name: '变更内容' })]],
    },
    {
      name: 'sample-data-clean',
      path: '/devops/data-clean',
      see: rows,
      open: [[first(/^清理记录/), page => inDialog(page).getByRole('row').nth(1)]],
    },
    { name: 'sample-decrypt', path: '/devops/decrypt', see: words('核对示例内容') },
    {
      name: 'sample-quartz',
      path: '/devops/quartz',
      see: rows,
      open: [[first(/^执行记录 清理临时文件/), page => inDialog(page).getByRole('row').nth(1)]],
    },
    { name: 'sample-notice', path: '/devops/notice', see: rows },
    { name: 'sample-file', path: '/devops/file', see: rows },
    { name: 'sample-sync', path: '/sync/config', see: words('劳务派遣人员') },
    { name: 'sample-sync-conflicts', path: '/sync/config?tab=conflict', see: words('何林枫') },
    { name: 'sample-sync-plan', path: () => `/sync/config?run=${found.run}` },
    {
      name: 'sample-sync-log',
      path: '/sync/syncLog',
      see: rows,
      open: [[first(/^查看详情|^详情/), page => drawer(page).getByText('请求').first()]],
    },
    { name: 'sample-scim', path: () => `/authorize/api-auth?id=${found.client}&tab=scim`, see: words('SCIM') },
  ],
}
