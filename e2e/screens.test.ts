import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { appResource } from '@hufu/contract/apps/app-resource'
import { appRole } from '@hufu/contract/apps/app-role'
import { gradeAdmin } from '@hufu/contract/permission/grade-admin'
import { org, orgRange } from '@hufu/contract/directory/org'
import { role } from '@hufu/contract/permission/role'
import { stripe } from '@hufu/contract/directory/stripe'
import { user } from '@hufu/contract/directory/user'
import { file } from '@hufu/contract/operations/file'
import { userLabel } from '@hufu/contract/directory/label'
import { standing } from '@hufu/contract/directory/standing'
import { isDevops, screens } from '@hufu/contract/screens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedMenus } from '../server/src/domains/permission/menu/menu-seed.ts'
import { workGroup } from '@hufu/contract/directory/work-group'
import { lockOut } from '../server/test/attempts.ts'
import { idCardOf, PASSWORD, phoneOf } from '../server/test/given.ts'
import { typeIn } from './at-the-door.ts'
import { lookAt, openStage, quiet, type Stage } from './browser.ts'

// Every screen there is and whatever opens over it, light and dark: seen, and without a violation of WCAG 2.2 AA.

let stage: Stage
const ids = {
  line: '',
  emptyLine: '',
  group: '',
  org: '',
  empty: '',
  many: '',
  person: '',
  ordinary: '',
  poor: '',
  changing: '',
  role: '',
  grade: '',
  grant: '',
  app: '',
  appRole: '',
}

beforeAll(async () => {
  stage = await openStage()
  const { given, admin, kernel } = stage.house
  ids.org = await given.org({ name: '巡视处', code: 'WALK', leader: '王芳' })
  ids.empty = await given.org({ name: '空处' })
  await given.org({ name: '巡视科', parentId: ids.org })
  ids.person = await given.user({ org: ids.org, others: [ids.empty], realName: '巡视员', phone: phoneOf(801), idCard: idCardOf(801) })
  ids.many = await given.org({ name: '众人处' })
  for (let n = 0; n < 51; n++) await given.user({ org: ids.many })
  await admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [await given.user({ org: ids.org, realName: '停用者' })] } })
  await admin.call(user.remove, { body: { ids: [await given.user({ org: ids.org, realName: '已删者' })] } })
  await admin.call(org.remove, { body: { ids: [await given.org({ name: '已删处' })] } })
  ids.line = (await admin.call(stripe.save, { body: { name: '巡视条线', code: 'XS', remark: '巡视' } })).id
  ids.emptyLine = (await admin.call(stripe.save, { body: { name: '空条线', code: 'KT', status: 0 } })).id
  await admin.call(stripe.addOrg, { body: { stripeId: ids.line, orgIds: [ids.org], hasIncludeChild: true } })
  const group = { name: '巡视专班', code: 'ZB', leaderId: ids.person, validEndTime: '2099-12-31 23:59:59' }
  ids.group = (await admin.call(workGroup.save, { body: group })).id
  await admin.call(workGroup.save, { body: { name: '到期的组', code: 'OVER', validEndTime: '2020-01-01 00:00:00' } })
  await admin.call(orgRange.save, { body: { name: '试点', rootOrgIds: [ids.org] } })
  await admin.call(standing.rank.takeStandard)
  const { id: dutyId } = await admin.call(standing.duty.save, { body: { name: '主任', code: 'ZR', remark: '内设机构负责人' } })
  await given.user({ jobs: [{ orgId: ids.org, jobType: 1, positionId: dutyId }], realName: '任职者' })
  await admin.call(userLabel.save, { body: { name: '骨干', color: 'red', remark: '由人事科维护' } })
  const rule = {
    match: 'all' as const,
    conditions: [
      { field: 'org' as const, orgIds: [ids.org], below: true, mainOnly: false },
      { match: 'any' as const, conditions: [{ field: 'duty' as const, ids: [dutyId] }, { field: 'realName' as const, how: 'contains' as const, text: '巡' }] },
    ],
  } // prettier-ignore
  await admin.call(userLabel.save, { body: { name: '巡视队伍', color: 'blue', rule } })
  const { fileId } = await admin.call(file.upload, { file: { name: '手册.pdf', bytes: Buffer.from('%PDF-1.4') } })
  await kernel.db.insertInto('notice').values({ id: 'n1', title: '操作手册', fileId, status: 1, createBy: '1' }).execute()
  ids.ordinary = await given.user({ org: ids.org, realName: '普通人', phone: phoneOf(802) })
  await given.role(ids.ordinary, '/wel/index', '/organiz/index')
  ids.role = (await admin.call(role.save, { body: { name: '巡视岗', code: 'walk.post' } })).id
  await admin.call(role.saveAuth, { body: { id: ids.role, menuIds: ['audit_sms'], buttonIds: ['organiz_index-add-user'] } })
  await admin.call(role.addUser, { body: { id: ids.role, userIds: [ids.person] } })
  ids.grade = await given.user({ org: ids.org, realName: '分级者' })
  await given.org({ name: '旁处' })
  const nodes = shippedMenus.filter(node => node.hsaAuthGradeShow === 1)
  const all = (type: string) => nodes.filter(node => node.type === type).map(node => node.id)
  const whole = { hasIncludeChild: 1 as const, hasHandOn: 1 as const, menuIds: all('menu'), buttonIds: all('button') }
  await admin.call(gradeAdmin.save, { body: { ...whole, orgId: ids.org, userIds: [ids.grade] } })
  const below = { ...whole, orgId: ids.org, userIds: [ids.person], hasHandOn: 0 as const }
  await (await stage.house.as(ids.grade)).call(gradeAdmin.save, { body: below })
  ids.grant = (await admin.call(gradeAdmin.byUser, { query: { userId: ids.grade } }))[0]!.id
  const told = {
    phoneMask: '139****0801',
    phoneHash: 'h',
    phoneTail: 't',
    userId: ids.person,
    gateway: 'aliyun',
    tries: 1,
    sendTime: '2026-11-20 08:00:01',
  }
  const content = '您的验证码为******，5分钟内有效，请勿告知他人。'
  await kernel.db
    .insertInto('sms')
    .values([
      { ...told, id: 'sms1', type: 'login', content, result: 1, message: '发送成功', receipt: '900619746936498440^0' },
      {
        ...told,
        id: 'sms2',
        type: 'recover',
        content,
        result: 0,
        message: 'isv.BUSINESS_LIMIT_CONTROL 触发天级流控Permits:10',
        userId: null,
      },
    ])
    .execute()
  ids.app = await given.app({ name: '巡视应用' })
  ids.appRole = (await admin.call(appRole.save, { body: { appId: ids.app, code: 'walker', name: '巡视角色', remark: '巡视' } })).id
  const menuOf = (name: string, code: string, parentId = '0') =>
    admin.call(appResource.save, { body: { appId: ids.app, parentId, name, code, type: 'menu' } })
  const { id: desk } = await menuOf('收文', 'in')
  await menuOf('收文登记', 'in.write', desk)
  await menuOf('发文', 'out')
  await admin.call(appRole.saveResource, { body: { roleId: ids.appRole, resourceIds: [desk] } })
  await admin.call(appRole.addUser, { body: { roleIds: [ids.appRole], userData: [{ userId: ids.person }] } })
  await given.grant({ subjectType: 'org', subjectId: ids.org, appId: ids.app, roleId: ids.appRole })
  await given.grant({ subjectType: 'workGroup', subjectId: ids.group, appId: ids.app, roleId: ids.appRole })
  ids.poor = await given.user()
  ids.changing = await given.user()
  for (const loginName of ['visitor', 'guess.er']) await lockOut(stage.house, loginName)
  await given.role(ids.changing, '/wel/index')
  await kernel.db.updateTable('users').set({ passwordFrom: 'created' }).where('id', '=', ids.changing).execute()
}, 120_000)
afterAll(() => stage?.close())

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
    .first()
    .click()
const inDialog = (page: Page) => page.getByRole('dialog').last()
/** What stands behind 更多 of a row. */
const tool = (row: string, name: string) => async (page: Page) => {
  await press(page, `更多操作 ${row}`)
  await page.getByRole('menuitem', { name, exact: true }).click()
}
const list = () => `/organiz/index?orgId=${ids.org}&searchKey=巡视员`
const ORGS = '/organiz/org-list'

/** What is done, and what must be seen then. */
type Step = readonly [act: string | RegExp | ((page: Page) => Promise<unknown>), see: (page: Page) => Locator]
const dialog =
  (text: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('dialog').filter({ hasText: text }).last()
const menu = (page: Page) => page.getByRole('menu')
const words =
  (text: string) =>
  (page: Page): Locator =>
    page.getByText(text).last()

/** Who looks: nobody, or one of these. */
type Who = 'nobody' | 'admin' | 'ordinary' | 'poor' | 'changing' | 'grade'
interface Look {
  name: string
  path: string | (() => string)
  /** What must be there before it is looked at, where the title comes earlier. */
  see?: (page: Page) => Locator
  /** What is opened there, one after the other, each looked at. */
  open?: readonly Step[]
}

/** What an address needs to show something. */
const asked: Readonly<Record<string, () => string>> = {
  '/organiz/user/:id': () => `/organiz/user/${ids.person}`,
  '/organiz/detail': () => `/organiz/detail?id=${ids.person}`,
  '/organiz/orgDetail': () => `/organiz/orgDetail?id=${ids.org}`,
  '/organiz/grade-admin': () => GRADES(),
  '/system/authSystemRole': () => `/system/authSystemRole?id=${ids.role}`,
}
const GRADES = () => `/organiz/grade-admin?orgId=${ids.org}`

const registered = readFileSync(new URL('../console/src/screens.tsx', import.meta.url), 'utf8')
/** Every screen that is built and can be given to a grade administrator, however many there come to be. */
const forBranches = (path: string) => shippedMenus.some(node => node.menuUri === path && node.hsaAuthGradeShow === 1)
const grantable: readonly Look[] = screens
  .filter(({ path }) => registered.includes(`'${path}': () => import(`) && !isDevops(path))
  .filter(({ path, type, parents }) => (type === 'menu' ? forBranches(path) : parents.some(forBranches)))
  .map(({ path }) => ({ name: `grade${path.replaceAll(/[/:]+/g, '-')}`, path: asked[path] ?? path }))

const looks: Readonly<Record<Who, readonly Look[]>> = {
  nobody: [
    { name: 'login', path: '/login' },
    { name: 'retrieve', path: '/retrieve' },
    { name: 'log', path: '/log' },
    { name: 'unauth', path: '/unauth' },
    { name: 'not-found', path: '/404' },
  ],
  changing: [{ name: 'forced-change', path: '/wel/index', open: [[page => page.keyboard.press('Escape'), dialog('确认密码')]] }],
  poor: [{ name: 'no-menus', path: '/' }],
  ordinary: [
    { name: 'welcome-ordinary', path: '/wel/index', open: [['文档下载', page => page.getByRole('list', { name: '文档列表' })]] },
    { name: 'settings', path: '/account/settings' },
    { name: 'settings-security', path: '/account/settings?tab=security', open: [['修改密码', dialog('旧密码')]] },
    { name: 'settings-bindings', path: '/account/settings?tab=bindings', see: words('没有可绑定的登录方式') },
    { name: 'users-ordinary', path: list },
  ],
  grade: [
    ...grantable,
    { name: 'grade-grants-add', path: () => `${GRADES()}&grade=new`, see: page => page.getByRole('list', { name: '菜单与按钮' }) },
    { name: 'grade-grants-own', path: () => `/system/gradeAdmins?grade=${ids.grant}`, see: words('不能修改自己的授权') },
  ],
  admin: [
    {
      name: 'welcome',
      path: '/wel/index',
      open: [
        [/系统管理员/, menu],
        [page => page.getByRole('menuitem', { name: '修改密码' }).click(), dialog('旧密码')],
      ],
    },
    {
      name: 'palette',
      path: '/wel/index',
      open: [
        [page => page.keyboard.press('Control+k'), page => page.getByRole('option', { name: /菜单管理/ })],
        [page => page.keyboard.type('巡视'), page => page.getByRole('option', { name: /巡视员/ })],
        [page => page.keyboard.type('没有'), words('没有找到')],
      ],
    },
    { name: 'changelog', path: '/account/changelog' },
    {
      name: 'audit',
      path: '/audit/operation',
      see: page => page.getByRole('table', { name: '操作日志' }).getByText('系统管理员').first(),
      open: [
        ['展开', page => page.getByLabel('对象编号')],
        [/^详情/, page => page.locator('.ant-drawer').getByText('防篡改证明')],
      ],
    },
    { name: 'audit-export', path: '/audit/operation', open: [['导出', dialog('一次最多导出')]] },
    { name: 'audit-evidence', path: '/audit/operation', open: [['导出存证', dialog('原因会写入存证文件')]] },
    {
      name: 'audit-prove',
      path: '/audit/operation',
      open: [
        ['校验完整性', dialog('尚未校验过')],
        [page => inDialog(page).getByText('服务器公钥').click(), dialog('公钥指纹')],
        [page => inDialog(page).getByText('指定时间段').click(), page => inDialog(page).getByPlaceholder('开始时间')],
      ],
    },
    { name: 'audit-nothing-found', path: '/audit/operation?traceId=nothing' },
    { name: 'lines', path: '/organiz/stripe-org', open: [['新增条线', dialog('条线编码')]] },
    { name: 'lines-copy', path: '/organiz/stripe-org', open: [[tool('巡视条线', '复制'), dialog('相同的机构树')]] },
    { name: 'lines-remove', path: '/organiz/stripe-org', open: [[tool('巡视条线', '删除'), dialog('将离开该条线')]] },
    { name: 'lines-nothing-found', path: '/organiz/stripe-org?name=没有' },
    { name: 'line', path: () => `/organiz/stripe?stripeId=${ids.line}`, open: [['添加机构', dialog('尚未选择机构')]] },
    { name: 'line-move', path: () => `/organiz/stripe?stripeId=${ids.line}`, open: [['移动到… 巡视处', dialog('新上级')]] },
    { name: 'line-empty', path: () => `/organiz/stripe?stripeId=${ids.emptyLine}`, see: words('条线中还没有机构') },
    { name: 'line-rights', path: () => `/organiz/stripe?stripeId=${ids.line}&tab=rights`, see: words('还没有授予任何应用') },
    { name: 'line-none', path: '/organiz/stripe', see: words('未指定条线') },
    {
      name: 'groups',
      path: () => `/organiz/work-group?id=${ids.group}`,
      see: words('巡视员'),
      open: [
        ['添加成员', dialog('还没有选择用户')],
        [page => inDialog(page).getByRole('tab', { name: '按名单' }).click(), dialog('加入名单中的用户')],
      ],
    },
    { name: 'groups-rights', path: () => `/organiz/work-group?id=${ids.group}&tab=rights`, see: words('巡视角色') },
    { name: 'groups-add', path: '/organiz/work-group', open: [['新增工作组', dialog('工作组编码')]] },
    { name: 'groups-empty', path: '/organiz/work-group?find=到期', see: words('还没有成员') },
    { name: 'groups-nothing-found', path: '/organiz/work-group?find=没有', see: words('没有符合条件的工作组') },
    { name: 'jumper', path: '/jumper?redirect=https%3A%2F%2Fexample.com' },
    {
      name: 'stats',
      path: '/audit/stats',
      see: page => page.getByRole('img', { name: /第一名是/ }),
      open: [['查看数据表', page => page.getByRole('table').first()]],
    },
    { name: 'menus', path: '/devops/menu', open: [['新增下级', dialog('菜单地址')]] },
    {
      name: 'menus-disable',
      path: '/devops/menu',
      open: [[page => page.getByRole('switch', { name: '状态 应用管理' }).click(), dialog('停用“应用管理”')]],
    },
    {
      name: 'users',
      path: '/organiz/index',
      open: [
        ['展开', page => page.getByPlaceholder('开始时间')],
        [page => page.getByPlaceholder('开始时间').click(), page => page.locator('.ant-picker-dropdown')],
      ],
    },
    { name: 'users-density', path: list, open: [['行高', menu]] },
    { name: 'users-columns', path: list, open: [['列设置', dialog('显示的列')]] },
    { name: 'users-export', path: list, open: [['导出', dialog('导出的列')]] },
    { name: 'users-more', path: list, open: [['更多操作 巡视员', menu]] },
    {
      name: 'users-reset',
      path: list,
      open: [
        [tool('巡视员', '重置密码'), dialog('随机密码')],
        [page => inDialog(page).getByRole('button', { name: '重置' }).click(), dialog('密码仅显示这一次')],
      ],
    },
    { name: 'users-remove', path: list, open: [[tool('巡视员', '删除'), dialog('删除“巡视员')]] },
    { name: 'users-sort', path: list, open: [[tool('巡视员', '排序号'), dialog('修改排序号')]] },
    {
      name: 'users-many',
      path: () => `/organiz/index?orgId=${ids.many}`,
      open: [
        [page => page.getByLabel('选择本页全部').click(), page => page.locator('.batch-bar')],
        [/^选择全部/, words('已选 51 项')],
        [page => page.locator('.batch-bar').getByRole('button', { name: '停用' }).click(), dialog('请输入人数')],
      ],
    },
    {
      name: 'users-transfer',
      path: list,
      open: [
        [page => page.getByLabel('选择 巡视员').click(), page => page.locator('.batch-bar')],
        ['调主职', dialog('新机构')],
        [page => inDialog(page).getByLabel('新机构').press('Enter'), page => inDialog(page).getByRole('treeitem').last()],
      ],
    },
    {
      name: 'users-remove-job',
      path: () => `/organiz/index?orgId=${ids.empty}`,
      open: [
        [page => page.getByLabel('选择 巡视员').click(), page => page.locator('.batch-bar')],
        ['移除兼职', page => inDialog(page).getByRole('cell', { name: '巡视员' })],
      ],
    },
    { name: 'users-nothing', path: () => `/organiz/index?orgId=${ids.org}&searchKey=没有此人` },
    { name: 'users-org', path: () => `/organiz/index?orgId=${ids.org}&tab=org` },
    { name: 'users-children', path: () => `/organiz/index?orgId=${ids.org}&tab=children` },
    {
      name: 'user-new',
      path: '/organiz/user',
      open: [
        ['添加兼职', words('兼职 1')],
        ['保存', words('请输入姓名')],
      ],
    },
    {
      name: 'user-edit',
      path: () => `/organiz/user/${ids.person}`,
      open: [
        [page => page.getByLabel('姓名', { exact: true }).fill('改名'), words('已修改')],
        [page => page.locator('.side-menu').getByRole('link', { name: '首页' }).click(), dialog('离开此页？')],
      ],
    },
    { name: 'user', path: () => `/organiz/detail?id=${ids.person}`, open: [['查看手机号', dialog('查看原因')]] },
    { name: 'user-jobs', path: () => `/organiz/detail?id=${ids.person}&tab=jobs`, open: [['停用', dialog('停用“巡视员')]] },
    {
      name: 'user-rights',
      path: () => `/organiz/detail?id=${ids.person}&tab=rights`,
      open: [
        ['更多', menu],
        [page => page.getByRole('menuitem', { name: '实名认证' }).click(), dialog('核对姓名与身份证号')],
      ],
    },
    {
      name: 'users-deleted',
      path: '/organiz/deleted-user',
      open: [
        [/^详情/, dialog('原任职')],
        ['恢复', dialog('恢复到机构')],
      ],
    },
    {
      name: 'grants',
      path: GRADES,
      see: page => page.getByRole('cell', { name: '分级者', exact: true }),
      open: [[tool('分级者', '删除'), dialog('由它转授的 1 项授权将一并删除')]],
    },
    { name: 'grants-renew', path: GRADES, open: [['续期 分级者', dialog('当前有效期')]] },
    { name: 'grants-none', path: () => `/organiz/grade-admin?orgId=${ids.empty}` },
    { name: 'grants-list', path: '/system/gradeAdmins', see: page => page.getByRole('cell', { name: '分级者', exact: true }) },
    { name: 'grants-chain', path: '/system/gradeAdmins?view=chain', see: page => page.getByRole('list', { name: '授权链' }) },
    {
      name: 'grants-edit',
      path: () => `/system/gradeAdmins?grade=${ids.grant}`,
      open: [
        [page => page.getByLabel('套用预设').selectOption({ label: '仅 组织机构管理' }), words('由它转授的授权有 1 项')],
        ['保存', dialog('将影响其下 1 项授权')],
      ],
    },
    { name: 'users-batch', path: () => `/organiz/batch-add-user?orgId=${ids.org}` },
    { name: 'users-sheet', path: '/organiz/batch-add-user?tab=sheet', see: words('把文件拖到这里') },
    { name: 'org', path: () => `/organiz/orgDetail?id=${ids.org}`, open: [['编辑', dialog('原系统机构ID')]] },
    {
      name: 'orgs',
      path: ORGS,
      open: [
        ['展开', words('最近一年')],
        ['机构操作 组织机构', menu],
        [page => page.getByRole('menuitem', { name: '新增下级' }).click(), dialog('留空则排在最后')],
      ],
    },
    { name: 'orgs-empty', path: () => `${ORGS}?parentId=${ids.empty}` },
    { name: 'orgs-move', path: ORGS, open: [[tool('巡视处', '移动到…'), dialog('新的上级机构')]] },
    { name: 'orgs-disable', path: ORGS, open: [[tool('巡视处', '停用'), dialog('停用“巡视处”')]] },
    { name: 'orgs-export', path: ORGS, open: [['导出', dialog('导出的列')]] },
    {
      name: 'orgs-ranges',
      path: ORGS,
      open: [
        ['管理范围', dialog('1 个机构')],
        ['编辑 试点', dialog('起始机构')],
      ],
    },
    {
      name: 'org-setting',
      path: '/organiz/setting',
      see: words('用户名生成规则'),
      open: [[page => page.getByText('姓名拼音').click(), words('zhangwei')]],
    },
    {
      name: 'ranks',
      path: '/organiz/rank',
      see: words('厅局级正职'),
      open: [
        ['采用国家标准代码', dialog('这些代码都已存在')],
        [page => inDialog(page).getByRole('button', { name: '取消' }).click(), words('厅局级正职')],
        ['新增职级', dialog('留空则排在最后')],
      ],
    },
    { name: 'titles', path: '/organiz/positionalTitles', see: words('还没有职称') },
    {
      name: 'duties',
      path: '/organiz/position',
      see: words('内设机构负责人'),
      open: [
        ['编辑 主任', dialog('编码')],
        [page => inDialog(page).getByRole('button', { name: '取消' }).click(), words('内设机构负责人')],
        ['导入代码表', dialog('每行一项')],
        [
          async page => {
            await inDialog(page).getByLabel('编码和名称').fill('ZR,主任\n0101,书记\n0102,副书记\n01 03,委员')
            await inDialog(page).getByRole('button', { name: '检查' }).click()
          },
          dialog('1 项有误'),
        ],
      ],
    },
    { name: 'posts', path: '/organiz/station', see: words('还没有岗位') },
    {
      name: 'labels',
      path: '/organiz/user-label',
      see: words('由人事科维护'),
      open: [
        ['成员 巡视队伍', page => page.locator('.ant-drawer').getByText('成员按规则自动维护')],
        [page => page.locator('.ant-drawer').getByRole('button', { name: '关闭' }).click(), words('由人事科维护')],
        ['编辑 巡视队伍', dialog(/符合 \d 人/)],
      ],
    },
    {
      name: 'labels-new',
      path: '/organiz/user-label',
      open: [
        ['成员 骨干', words('该标签还没有成员')],
        ['添加用户', dialog('为“骨干”添加用户')],
      ],
    },
    {
      name: 'authority',
      path: () => `/app/authority?appId=${ids.app}`,
      see: words('勾选或取消后在此查看变化'),
      open: [
        [page => page.getByRole('checkbox', { name: '发文', exact: true }).click(), words('新增 1 项')],
        ['保存', dialog('授予对象')],
        [page => inDialog(page).getByRole('button', { name: '取消' }).click(), words('新增 1 项')],
        ['维护资源', page => page.getByRole('table', { name: '资源列表' })],
        ['新增下级 收文', dialog('在“收文”下新增资源')],
      ],
    },
    { name: 'authority-copy', path: () => `/app/authority?appId=${ids.app}`, open: [['复制', dialog('不带持有人')]] },
    { name: 'authority-users', path: () => `/app/authority?appId=${ids.app}&tab=users`, see: words('巡视员') },
    {
      name: 'related-users',
      path: () => `/app/relatedUser?appId=${ids.app}&roleId=${ids.appRole}`,
      see: words('巡视员'),
      open: [['移除 巡视员', dialog('他们不再有这个角色')]],
    },
    { name: 'related-users-none', path: '/app/relatedUser', see: words('没有指定角色') },
    {
      name: 'app-users',
      path: () => `/app/user?appId=${ids.app}`,
      see: words('巡视员'),
      open: [
        ['角色 巡视员', dialog('追加')],
        [page => inDialog(page).getByRole('radio', { name: '覆盖' }).check(), words('其余失去')],
        [page => inDialog(page).getByRole('checkbox', { name: '巡视角色' }).uncheck(), dialog('追加')],
        [page => inDialog(page).getByRole('button', { name: '确定' }).click(), dialog('将失去以下角色')],
      ],
    },
    { name: 'app-users-account', path: () => `/app/user?appId=${ids.app}`, open: [['应用账号 巡视员', dialog('留空则按应用设置')]] },
    {
      name: 'roles',
      path: '/system/systemRoleIndex',
      open: [
        ['新增角色', dialog('字母、数字')],
        [page => inDialog(page).getByRole('button', { name: '确定' }).click(), words('请输入名称')],
      ],
    },
    {
      name: 'roles-compare',
      path: '/system/systemRoleIndex',
      open: [
        [page => page.getByLabel('选择 巡视岗').click(), page => page.locator('.batch-bar')],
        [page => page.getByLabel('选择 审核员').click(), words('已选 2 项')],
        ['比较两个角色', dialog('仅“巡视岗”有')],
      ],
    },
    { name: 'roles-copy', path: '/system/systemRoleIndex', open: [[tool('巡视岗', '复制'), dialog('新角色将带有')]] },
    { name: 'roles-disable', path: '/system/systemRoleIndex', open: [[tool('巡视岗', '停用'), dialog('失去该角色的权限')]] },
    {
      name: 'roles-people',
      path: '/system/systemRoleIndex',
      open: [
        ['用户 巡视岗', page => page.getByRole('dialog').getByRole('row').filter({ hasText: '巡视员' })],
        ['添加用户', dialog('还没有选择用户')],
        [page => inDialog(page).getByRole('checkbox').first().click(), words('已选 1 人')],
      ],
    },
    { name: 'roles-nobody', path: '/system/systemRoleIndex', open: [['用户 审核员', words('该角色还没有用户')]] },
    {
      name: 'role-rights',
      path: () => `/system/authSystemRole?id=${ids.role}`,
      see: words('尚无变化'),
      open: [
        [page => page.getByRole('checkbox', { name: '短信记录', exact: true }).click(), words('移除 1 项')],
        [page => page.getByRole('checkbox', { name: '登录日志', exact: true }).click(), words('新增 2 项')],
        ['保存', dialog('1 秒内生效')],
      ],
    },
    { name: 'role-rights-super', path: '/system/authSystemRole?id=super_admin', see: words('由系统固定') },
    {
      name: 'sms',
      path: '/audit/sms',
      see: words('isv.BUSINESS_LIMIT_CONTROL'),
      open: [
        ['展开', page => page.getByPlaceholder('开始时间')],
        [page => page.getByRole('button', { name: /^详情/ }).first().click(), dialog('回执编号')],
      ],
    },
    { name: 'sms-nothing-found', path: '/audit/sms?type=bind' },
    {
      name: 'admins',
      path: '/system/manage',
      open: [
        ['分配角色 巡视员', dialog('权限取并集')],
        [page => inDialog(page).getByRole('checkbox', { name: '审计员' }).click(), words('新增：审计员')],
      ],
    },
    { name: 'admins-nothing', path: '/system/manage?searchKey=没有此人' },
    { name: 'admins-disable', path: '/system/manage', open: [['停用 巡视员', dialog('不能再进入控制台')]] },
    { name: 'admins-add', path: '/system/manage', open: [['添加管理员', dialog('权限取并集')]] },
    {
      name: 'logins',
      path: '/audit/loginLog',
      see: page => page.getByRole('cell', { name: 'guess.er' }).first(),
      open: [
        ['展开', words('最近一年')],
        [/^详情 guess\.er/, dialog('记录编号')],
      ],
    },
    { name: 'logins-unlock', path: '/audit/loginLog?userName=guess', open: [['解锁该账号 guess.er', dialog('可立即重新登录')]] },
    { name: 'logins-export', path: '/audit/loginLog', open: [['导出', dialog('一次最多导出')]] },
    { name: 'logins-nothing-found', path: '/audit/loginLog?userName=没有' },
    {
      name: 'online',
      path: '/audit/getPage',
      see: words('本人'),
      open: [
        [page => page.getByRole('row').filter({ hasText: '分级者' }).getByRole('checkbox').first().click(), words('已选择会话')],
        [page => page.locator('.batch-bar').getByRole('button', { name: '下线并锁定' }).click(), dialog('记住的设备失效')],
      ],
    },
    { name: 'online-kick', path: '/audit/getPage', open: [[/^强制下线 分级者/, dialog('这个会话立即结束')]] },
    {
      name: 'unlock',
      path: '/system/incorrectLoginIndex',
      see: words('visitor'),
      open: [
        [page => page.getByLabel('选择本页全部').click(), page => page.locator('.batch-bar')],
        [page => page.locator('.batch-bar').getByRole('button', { name: '解锁' }).click(), dialog('解锁 2 个账号')],
      ],
    },
    { name: 'unlock-none', path: '/system/incorrectLoginIndex?searchKey=没有', see: words('没有符合条件的数据') },
    { name: 'orgs-batch', path: () => `/organiz/batch-add-org?parentId=${ids.org}` },
    { name: 'orgs-sheet', path: '/organiz/batch-add-org?tab=sheet', see: words('把文件拖到这里') },
    {
      name: 'orgs-deleted',
      path: '/organiz/deleted-org',
      open: [
        [/^查看 /, dialog('原上级机构')],
        ['恢复', dialog('恢复到')],
      ],
    },
  ],
}

/** The longest walk is made of two that go beside each other. */
const halves = (these: readonly Look[]) => [these.slice(0, these.length / 2), these.slice(these.length / 2)]

for (const [who, these] of Object.entries(looks) as [Who, readonly Look[]][])
  test(`every screen of ${who} can be used by everybody, light and dark`, { timeout: 600_000 }, async () => {
    await Promise.all((who === 'admin' ? halves(these) : [these]).map(part => walk(who, part)))
  })

async function walk(who: Who, these: readonly Look[]): Promise<void> {
  const page = who === 'nobody' ? await stage.visit('/login') : await stage.visitAs(idOf(who), '/404')
  const faults = hearFaults(page)
  const seen = new Set<string>()
  for (const { name, path, see, open = [] } of these) {
    const address = typeof path === 'string' ? path : path()
    await page.goto(address)
    await page.locator('h1, h2, [role=dialog]').first().waitFor()
    await see?.(page).waitFor()
    if (seen.has(address)) await quiet(page)
    else await lookAt(page, name)
    if (who === 'grade') expect(await page.locator('.ant-modal-confirm').count(), address).toBe(0)
    seen.add(address)
    for (const [step, [act, shown]] of open.entries()) {
      await (typeof act === 'function' ? act(page) : press(page, act))
      await shown(page).waitFor()
      await lookAt(page, `${name}-${step + 1}`)
    }
  }
  // Whoever is not shown a thing is not to be refused it either.
  if (who === 'grade') expect(faults).toEqual([])
}

test('the page of the calls is read by whoever signed in as super administrator, light and dark', async () => {
  const { given, kernel } = stage.house
  const id = await given.user({ userName: 'reader' })
  await kernel.db.insertInto('userRole').values({ userId: id, roleId: 'super_admin' }).execute()
  const page = await stage.visit('/login')
  await typeIn(page, 'reader', PASSWORD)
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: '登录' }).waitFor()
  // A link, followed with the cookie of signing in (D-18).
  await page.goto('/api/docs')
  await page.locator('summary').first().click()
  await lookAt(page, 'docs')
})

/** What the page complains of, and calls the server refused for want of a right. */
function hearFaults(page: Page): string[] {
  const faults: string[] = []
  const note = (what: string) => faults.push(`${new URL(page.url()).pathname}: ${what}`)
  // Taking a picture puts a style of its own into the page.
  page.on('console', message => message.type() === 'error' && !message.text().includes('inline style') && note(message.text()))
  page.on('response', async response => {
    if (!response.url().includes('/api/')) return
    const answer = (await response.json().catch(() => undefined)) as { code?: string; message?: string } | undefined
    if (answer?.code === '4403') note(`${new URL(response.url()).pathname} ${answer.message}`)
  })
  return faults
}

const idOf = (who: Exclude<Who, 'nobody'>) => (who === 'admin' ? '1' : ids[who])
