import type { Page } from 'playwright-core'
import { apiClient } from '@hufu/contract/federation/api-client'
import { app, appGroup } from '@hufu/contract/apps/app'
import { authGroup } from '@hufu/contract/apps/auth-group'
import { authorize } from '@hufu/contract/apps/authorize'
import type { TestServer } from '../../server/test/harness.ts'
import { press, tool, type Stops } from './stops.ts'

const ids = { oidc: '', cas: '', group: '', person: '', client: '' }

/** Applications of several protocols with users, visits, permission groups and API clients. */
export async function fillApplications({ admin, given, kernel }: TestServer): Promise<void> {
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
  const apps = [{ appId: ids.oidc, roleIds: [await given.appRole(ids.oidc, { name: '公文管理员' })] }]
  await admin.call(authGroup.saveAuth, { body: { id: ids.group, apps } })
  await admin.call(authGroup.addTarget, { body: { id: ids.group, targetType: 'org', targetIds: ['1'] } })
  await admin.call(authorize.save, { body: { targetType: 'org', targetIds: ['1'], apps } })
  ids.person = await given.user({ org: '1', others: [await given.org({ name: '城北派出所' })], realName: '王丽', userName: 'wangli' })
  for (const subjectId of ['1', ids.person]) await given.grant({ subjectType: 'user', subjectId, appId: ids.oidc })
  for (let n = 0; n < 30; n++)
    await kernel.db.insertInto('appVisit').values({ id: `v${n}`, appId: ids.oidc, userId: n % 3 ? ids.person : '1', sessionId: `s${n}`,
      protocol: 'oauth2', fault: (['', '', 'noAccess', '', 'address'] as const)[n % 5]!, ip: `10.20.30.${n}`, browser: 'Chrome 140', os: 'Windows 11' }).execute() // prettier-ignore
  const limits = { ipWhitelist: ['10.0.0.0/8', '192.168.1.7'], limitPerMinute: 600, endTime: '2099-12-31 23:59:59', remark: '每日同步' }
  ids.client = (await admin.call(apiClient.save, { body: { name: '人事系统', ...limits } })).id
  await admin.call(apiClient.save, { body: { name: '名字很长很长很长很长很长的数据共享交换平台', status: 0 } })
  const apiIds = (await admin.call(apiClient.listApi)).filter(({ path }) => path.startsWith('/v3/userLabel/')).map(({ id }) => id)
  await admin.call(apiClient.saveApi, { body: { id: ids.client, apiIds } })
}

const client = (tab: string) => () => `/authorize/api-auth?id=${ids.client}&tab=${tab}`
/** Revokes the calls of one group, so that the loss is named. */
async function revokeCalls(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /GET \/v3\/userLabel\/page$/ }).uncheck()
  await press(page, '保存')
}
async function testSignIn(page: Page): Promise<void> {
  await press(page, '选择用户')
  const dialog = page.getByRole('dialog', { name: '选择用户' })
  await dialog.getByRole('textbox').first().fill('王丽')
  await dialog.getByLabel(/^王丽 /).check()
  await dialog.getByRole('button', { name: '确定（1 人）' }).click()
  await press(page, '测试')
}
const detail = (tab: string, id: () => string) => () => `/app/detail?id=${id()}&tab=${tab}`

const first = (text: string) => (page: Page) => page.getByText(text).first()

export const appStops: Stops = {
  admin: [
    {
      name: 'apps-auth-groups',
      path: '/authorize/auth-group',
      see: first('一线执法人员'),
      open: [['新增权限组', first('字母、数字、下划线、点或横线。')]],
    },
    { name: 'apps-auth-group-contents', path: () => `/authorize/authorize?id=${ids.group}`, see: first('公文管理员') },
    { name: 'apps-auth-group-targets', path: () => `/authorize/authorize?id=${ids.group}&tab=targets`, see: first('还没有这类授权对象') },
    { name: 'apps-authorizations', path: '/authorize/index?type=org', see: first('公文管理员'), open: [['授权', first('选择授权对象')]] },
    {
      name: 'apps-why',
      path: '/authorize/index?type=stripe',
      see: first('还没有这类授权'),
      open: [['访问诊断', first('逐步检查能否登录')]],
    },
    { name: 'apps-cards', path: '/app/list', see: first('公文流转系统'), open: [['更多操作 公文流转系统', first('设置排序号')]] },
    {
      name: 'apps-table',
      path: '/app/list?look=table',
      see: first('公文流转系统'),
      open: [[tool('公文流转系统', '停用'), first('停用后任何人都不能再打开该应用')]],
    },
    { name: 'apps-nothing-found', path: '/app/list?name=没有', see: first('没有符合条件的数据') },
    { name: 'apps-add', path: '/app/list', see: first('公文流转系统'), open: [['新增应用', first('应用支持的协议')]] },
    { name: 'apps-groups', path: '/app/list', see: first('公文流转系统'), open: [['管理分组', first('分组决定应用')]] },
    { name: 'apps-base', path: detail('base', () => ids.oidc), see: first('应用图标') },
    { name: 'apps-protocol', path: detail('protocol', () => ids.oidc), see: first('发现文档') },
    { name: 'apps-keys', path: detail('keys', () => ids.oidc), see: first('只保存摘要'), open: [['更换密钥', first('旧密钥立即失效')]] },
    { name: 'apps-roles', path: detail('roles', () => ids.oidc), see: first('公文管理员') },
    { name: 'apps-roles-none', path: detail('roles', () => ids.cas), see: first('这个应用还没有角色') },
    { name: 'apps-detail-setting', path: detail('setting', () => ids.oidc), see: first('变更推送') },
    { name: 'apps-visits', path: detail('visits', () => ids.oidc), see: first('被拒绝：无权访问') },
    { name: 'apps-visits-none', path: detail('visits', () => ids.cas), see: first('还没有访问记录') },
    { name: 'apps-protocol-cas', path: detail('protocol', () => ids.cas), see: first('CAS 服务器地址') },
    { name: 'apps-addresses', path: detail('addresses', () => ids.oidc), see: first('后台退出通知地址') },
    { name: 'apps-addresses-cas', path: detail('addresses', () => ids.cas), see: first('以 / 结尾的地址代表其下的所有地址') },
    {
      name: 'apps-account',
      path: detail('account', () => ids.oidc),
      see: first('未另设属性：只告知应用所请求范围内的信息'),
      open: [['填入常用属性', first('属性名')]],
    },
    { name: 'apps-rehearsal', path: detail('rehearsal', () => ids.oidc), see: first('选择用户后点击“测试”') },
    {
      name: 'apps-rehearsed',
      path: detail('rehearsal', () => ids.oidc),
      see: first('选择用户后点击“测试”'),
      open: [[testSignIn, first('应用内账号')]],
    },
    { name: 'apps-detail-none', path: '/app/detail', see: first('没有指定应用') },
    { name: 'apps-setting-none', path: '/app/appSetting', see: first('在上方选择一个应用') },
    {
      name: 'apps-setting',
      path: () => `/app/appSetting?appId=${ids.oidc}`,
      see: first('变更推送'),
      open: [['立即轮换', first('新密钥 10 分钟后启用；')]],
    },
    {
      name: 'apps-own',
      path: '/account/apps',
      see: first('公文流转系统'),
      open: [[page => page.getByLabel('查找应用').fill('没有'), first('没有找到应用')]],
    },
    { name: 'apps-of-person', path: () => `/organiz/detail?id=${ids.person}&tab=apps`, see: first('公文流转系统') },
    { name: 'apps-clients', path: '/authorize/api-auth', see: first('人事系统'), open: [['新增客户端', first('每行一条')]] },
    { name: 'apps-clients-none', path: '/authorize/api-auth?name=没有', see: first('没有符合条件的数据') },
    { name: 'apps-client', path: client('api'), see: first('/v3/userLabel/page'), open: [[revokeCalls, first('将收回的接口')]] },
    { name: 'apps-client-secret', path: client('secret'), see: first('令牌校验地址'), open: [['更换密钥', first('立即失效')]] },
    { name: 'apps-client-how', path: client('how'), see: first('其他系统校验令牌') },
  ],
}
