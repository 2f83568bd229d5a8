import type { Page } from 'playwright-core'
import { apiClient } from '@hufu/contract/federation/api-client'
import { app, appGroup } from '@hufu/contract/apps/app'
import { authGroup } from '@hufu/contract/apps/auth-group'
import { authorize } from '@hufu/contract/apps/authorize'
import { afterAll, beforeAll, test } from 'vitest'
import { checkAccessibility, openFixture, type Fixture } from './browser.ts'

// The screens of applications with their dialogs in light and dark: shown, and without a violation of WCAG 2.2 AA.

let fixture: Fixture
const ids = { oidc: '', cas: '', group: '', person: '', client: '' }
beforeAll(async () => {
  fixture = await openFixture()
  const { admin } = fixture.server
  const { id: appGroupId } = await admin.call(appGroup.save, { body: { name: '协同办公' } })
  await admin.call(appGroup.save, { body: { name: '一个名字很长很长很长很长的分组' } })
  const save = async (name: string, code: string, protocol: 'oauth2' | 'cas' | 'saml') =>
    (await admin.call(app.save, { body: { appGroupId, name, code, protocol, homeUrl: 'https://oa.example/', remark: '发文、收文与归档' } }))
      .id
  ids.oidc = await save('公文流转系统', 'OA', 'oauth2')
  ids.cas = await save('督查督办平台（市政府办公室专用，名称很长）', 'DUCHA_PLATFORM_LONG_CODE_2026', 'cas')
  await save('人力资源', 'HR', 'saml')
  await admin.call(app.setStatus, { query: { status: '0' }, body: { ids: [ids.cas] } })
  ids.group = (await admin.call(authGroup.save, { body: { name: '一线执法人员（含辅助人员，名称很长很长）', code: 'front' } })).id
  const apps = [{ appId: ids.oidc, roleIds: [await fixture.server.given.appRole(ids.oidc, { name: '公文管理员' })] }]
  await admin.call(authGroup.saveAuth, { body: { id: ids.group, apps } })
  await admin.call(authGroup.addTarget, { body: { id: ids.group, targetType: 'org', targetIds: ['1'] } })
  await admin.call(authorize.save, { body: { targetType: 'org', targetIds: ['1'], apps } })
  const { given } = fixture.server
  ids.person = await given.user({ org: '1', others: [await given.org({ name: '城北派出所' })], realName: '王丽', userName: 'wangli' })
  for (const subjectId of ['1', ids.person]) await given.grant({ subjectType: 'user', subjectId, appId: ids.oidc })
  for (let n = 0; n < 30; n++)
    await fixture.server.kernel.db.insertInto('appVisit').values({ id: `v${n}`, appId: ids.oidc, userId: n % 3 ? ids.person : '1', sessionId: `s${n}`,
      protocol: 'oauth2', fault: (['', '', 'noAccess', '', 'address'] as const)[n % 5]!, ip: `10.20.30.${n}`, browser: 'Chrome 140', os: 'Windows 11' }).execute() // prettier-ignore
  const limits = { ipWhitelist: ['10.0.0.0/8', '192.168.1.7'], limitPerMinute: 600, endTime: '2099-12-31 23:59:59', remark: '每日同步' }
  ids.client = (await admin.call(apiClient.save, { body: { name: '人事系统', ...limits } })).id
  await admin.call(apiClient.save, { body: { name: '名字很长很长很长很长很长的数据共享交换平台', status: 0 } })
  const apiIds = (await admin.call(apiClient.listApi)).filter(({ path }) => path.startsWith('/v3/userLabel/')).map(({ id }) => id)
  await admin.call(apiClient.saveApi, { body: { id: ids.client, apiIds } })
})
afterAll(() => fixture?.close())

interface Look {
  name: string
  path: () => string
  /** What must be visible before the check. */
  see: string
  /** What is opened, and what must be visible then. */
  open?: readonly [(page: Page) => Promise<unknown>, shown: string]
}
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()
const client = (tab: string) => () => `/authorize/api-auth?id=${ids.client}&tab=${tab}`
/** Revokes the calls of one group, so that the loss is named. */
async function revokeCalls(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /GET \/v3\/userLabel\/page$/ }).uncheck()
  await press('保存')(page)
}
async function disable(page: Page): Promise<void> {
  await press('更多操作 公文流转系统')(page)
  await page.getByRole('menuitem', { name: /停用/ }).click()
}
async function testSignIn(page: Page): Promise<void> {
  await press('选择用户')(page)
  const dialog = page.getByRole('dialog', { name: '选择用户' })
  await dialog.getByLabel(/^王丽 /).check()
  await dialog.getByRole('button', { name: '确定（1 人）' }).click()
  await press('测试')(page)
}
const detail = (tab: string, id: () => string) => () => `/app/detail?id=${id()}&tab=${tab}`

const looks: readonly Look[] = [
  { name: 'auth-groups', path: () => '/authorize/auth-group', see: '一线执法人员', open: [press('新增权限组'), '字母、数字、下划线、点或横线。'] },
  { name: 'auth-group-contents', path: () => `/authorize/authorize?id=${ids.group}`, see: '公文管理员' },
  { name: 'auth-group-targets', path: () => `/authorize/authorize?id=${ids.group}&tab=targets`, see: '还没有这类授权对象' },
  { name: 'authorizations', path: () => '/authorize/index?type=org', see: '公文管理员', open: [press('授权'), '选择授权对象'] },
  { name: 'why', path: () => '/authorize/index?type=stripe', see: '还没有这类授权', open: [press('访问诊断'), '逐步检查能否登录'] },
  { name: 'cards', path: () => '/app/list', see: '公文流转系统', open: [press('更多操作 公文流转系统'), '设置排序号'] },
  { name: 'table', path: () => '/app/list?look=table', see: '公文流转系统', open: [disable, '停用后任何人都不能再打开该应用'] },
  { name: 'nothing-found', path: () => '/app/list?name=没有', see: '没有符合条件的数据' },
  { name: 'add', path: () => '/app/list', see: '公文流转系统', open: [press('新增应用'), '应用支持的协议'] },
  { name: 'groups', path: () => '/app/list', see: '公文流转系统', open: [press('管理分组'), '分组决定应用'] },
  { name: 'base', path: detail('base', () => ids.oidc), see: '应用图标' },
  { name: 'protocol', path: detail('protocol', () => ids.oidc), see: '发现文档' },
  { name: 'keys', path: detail('keys', () => ids.oidc), see: '只保存摘要', open: [press('更换密钥'), '旧密钥立即失效'] },
  { name: 'roles', path: detail('roles', () => ids.oidc), see: '公文管理员' },
  { name: 'roles-none', path: detail('roles', () => ids.cas), see: '这个应用还没有角色' },
  { name: 'detail-setting', path: detail('setting', () => ids.oidc), see: '变更推送' },
  { name: 'visits', path: detail('visits', () => ids.oidc), see: '被拒绝：无权访问' },
  { name: 'visits-none', path: detail('visits', () => ids.cas), see: '还没有访问记录' },
  { name: 'protocol-cas', path: detail('protocol', () => ids.cas), see: 'CAS 服务器地址' },
  { name: 'addresses', path: detail('addresses', () => ids.oidc), see: '后台退出通知地址' },
  { name: 'addresses-cas', path: detail('addresses', () => ids.cas), see: '以 / 结尾的地址代表其下的所有地址' },
  { name: 'account', path: detail('account', () => ids.oidc), see: '未另设属性：只告知应用所请求范围内的信息', open: [press('填入常用属性'), '属性名'] },
  { name: 'rehearsal', path: detail('rehearsal', () => ids.oidc), see: '选择用户后点击“测试”' },
  { name: 'rehearsed', path: detail('rehearsal', () => ids.oidc), see: '选择用户后点击“测试”', open: [testSignIn, '应用内账号'] },
  { name: 'detail-none', path: () => '/app/detail', see: '没有指定应用' },
  { name: 'setting-none', path: () => '/app/appSetting', see: '在上方选择一个应用' },
  { name: 'setting', path: () => `/app/appSetting?appId=${ids.oidc}`, see: '变更推送', open: [press('立即轮换'), '新密钥 10 分钟后启用；'] },
  { name: 'own', path: () => '/account/apps', see: '公文流转系统', open: [page => page.getByLabel('查找应用').fill('没有'), '没有找到应用'] },
  { name: 'of-person', path: () => `/organiz/detail?id=${ids.person}&tab=apps`, see: '公文流转系统' },
  { name: 'clients', path: () => '/authorize/api-auth', see: '人事系统', open: [press('新增客户端'), '每行一条'] },
  { name: 'clients-none', path: () => '/authorize/api-auth?name=没有', see: '没有符合条件的数据' },
  { name: 'client', path: client('api'), see: '/v3/userLabel/page', open: [revokeCalls, '将收回的接口'] },
  { name: 'client-secret', path: client('secret'), see: '令牌校验地址', open: [press('更换密钥'), '立即失效'] },
  { name: 'client-how', path: client('how'), see: '其他系统校验令牌' },
] // prettier-ignore

test('every screen of applications is accessible, in the light and the dark theme', { timeout: 600_000 }, async () => {
  const page = await fixture.visitAs('1', '/404')
  for (const { name, path, see, open } of looks) {
    await page.goto(path())
    await page.getByText(see).first().waitFor()
    await checkAccessibility(page, `apps-${name}`)
    if (!open) continue
    await open[0](page)
    await page.getByText(open[1]).first().waitFor()
    await checkAccessibility(page, `apps-${name}-open`)
  }
})
