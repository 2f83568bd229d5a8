import { apiClient } from '@hufu/contract/federation/api-client'
import { workflow } from '@hufu/contract/governance/workflow'
import { sync } from '@hufu/contract/provisioning/sync'
import type { Page } from 'playwright-core'
import { seedSample } from '../../tools/seed/sample.ts'
import { openFixture, type Fixture } from '../browser.ts'
import { dialog, inDialog, checkScreens, tool, words } from './walk.ts'
import { ids } from './world.ts'

// Reviews, workflows, operations and synchronisation with the sample data: each list has rows, and each drawer has content.

const found = { workflow: '', run: '', client: '' }

async function openSample(): Promise<Fixture> {
  const fixture = await openFixture({ settings: { HUFU_ALLOW_PRIVATE_PUSH: '1' } })
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
  return fixture
}

const rows = (page: Page) => page.locator('main tbody tr.ant-table-row').first()
const first = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const drawer = (page: Page) => page.locator('.ant-drawer:visible')

checkScreens(
  {
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
  },
  ' of the sample',
  openSample,
)
