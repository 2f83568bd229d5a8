import { screens } from '@hufu/contract/screens'
import { authGroup } from '@hufu/contract/apps/auth-group'
import { role } from '@hufu/contract/permission/role'
import { businessLine } from '@hufu/contract/directory/business-line'
import { userLabel } from '@hufu/contract/directory/label'
import { workGroup } from '@hufu/contract/directory/work-group'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFixture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
let reader: string
const addresses: string[] = []

/** Buttons that open a screen which only shows something. */
const OPENS_DIALOG = [
  '/organiz/index#user-detail', '/organiz/index#view-org', '/organiz/org-list#view-org', '/organiz/stripe-org#stripe', '/app/list#edit-c',
  '/app/authority#refUser', '/authorize/auth-group#auth', '/organiz/setting#rank', '/organiz/setting#station',
] // prettier-ignore

beforeAll(async () => {
  fixture = await openFixture()
  const { given, admin } = fixture.server
  const person = await given.user({ realName: '只读对象' })
  const app = await given.app()
  const appRole = await given.appRole(app)
  const line = await admin.call(businessLine.save, { body: { name: '只读条线', code: 'RO' } })
  await admin.call(businessLine.addOrg, { body: { stripeId: line.id, orgIds: [await given.org()], hasIncludeChild: true } })
  await admin.call(userLabel.save, { body: { name: '只读标签' } })
  await admin.call(workGroup.save, { body: { name: '只读小组', code: 'ROG' } })
  const group = await admin.call(authGroup.save, { body: { name: '只读权限组', code: 'ro' } })
  const { id: roleId } = await admin.call(role.save, { body: { name: '只读角色', code: 'reader' } })
  reader = await given.user({ realName: '查看者' })
  const pages = screens.filter(screen => screen.type === 'menu' && !screen.path.startsWith('/devops')).map(screen => screen.path)
  await given.role(reader, ...pages, ...OPENS_DIALOG)
  addresses.push(
    ...pages.filter(page => !page.startsWith('/examine') && !page.startsWith('/sync')),
    `/organiz/detail?id=${person}`,
    '/organiz/orgDetail?id=1',
    '/organiz/deleted-user',
    '/organiz/deleted-org',
    `/organiz/stripe?stripeId=${line.id}`,
    '/organiz/rank',
    '/organiz/station',
    ...['base', 'protocol', 'addresses', 'account', 'roles', 'setting'].map(tab => `/app/detail?id=${app}&tab=${tab}`),
    `/app/relatedUser?appId=${app}&roleId=${appRole}`,
    `/app/appSetting?appId=${app}`,
    `/authorize/authorize?id=${group.id}`,
    `/system/authSystemRole?id=${roleId}`,
  )
})
afterAll(() => fixture?.close())

/** The first words of names of actions; buttons that show, fold, turn or print are not among them. */
const ACT =
  /^(新增|添加|批量|删除|移除|移出|停用|启用|导入|导出|保存|编辑|重置密码|重置密钥|调|移动|置顶|置底|排序|解锁|强制|授权|收回|合并|恢复|测试推送|生成|设为|维护|管理|校验)/
const CHIP = '移除筛选'

/** Buttons named like an action that only open something to read, or export what the screen shows. */
const READS = new Set([
  '/app/authority 维护资源', '/authorize/auth-group 授权 只读权限组', '/audit/stats 导出机构人数排行',
  '/organiz/orgDetail?id=1 授权变更', '/organiz/orgDetail?id=1 管理操作',
]) // prettier-ignore

test('N-01 a user who may only read is shown no action on any screen, and no screen requests what they may not', async () => {
  const page = await fixture.visitAs(reader, '/wel/index')
  const refused: string[] = []
  page.on('response', response => {
    if (!response.url().includes('/api/')) return
    void response.text().then(
      body => body.includes('"code":"4403"') && refused.push(`${page.url()} ${response.url()}`),
      () => undefined,
    )
  })
  const acts: string[] = []
  for (const address of addresses) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await quiet(page)
    for (const button of await page.getByRole('main').getByRole('button').all()) {
      const name = ((await button.getAttribute('aria-label')) ?? (await button.innerText())).trim()
      if (ACT.test(name) && name !== CHIP && (await button.isEnabled())) acts.push(`${address} ${name}`)
    }
  }
  expect(acts.filter(act => !READS.has(act))).toEqual([])
  expect(refused).toEqual([])
})
