import type { Locator, Page } from 'playwright-core'
import { org, orgRange } from '@hufu/contract/org'
import { stripe } from '@hufu/contract/stripe'
import { user } from '@hufu/contract/user'
import { file } from '@hufu/contract/file'
import { workGroup } from '@hufu/contract/work-group'
import { afterAll, beforeAll, test } from 'vitest'
import { idCardOf, PASSWORD, phoneOf } from '../server/test/given.ts'
import { expectAccessible, openStage, picture, quiet, type Stage } from './browser.ts'

// Every screen there is and whatever opens over it, light and dark: seen, and without a violation of WCAG 2.2 AA.

let stage: Stage
const ids = { line: '', emptyLine: '', group: '', org: '', empty: '', many: '', person: '', ordinary: '', poor: '', changing: '' }

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
  const { fileId } = await admin.call(file.upload, { file: { name: '手册.pdf', bytes: Buffer.from('%PDF-1.4') } })
  await kernel.db.insertInto('notice').values({ id: 'n1', title: '操作手册', fileId, status: 1, createBy: '1' }).execute()
  ids.ordinary = await given.user({ org: ids.org, realName: '普通人', phone: phoneOf(802) })
  await given.role(ids.ordinary, '/wel/index', '/organiz/index')
  ids.poor = await given.user()
  ids.changing = await given.user()
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
type Who = 'nobody' | 'admin' | 'ordinary' | 'poor' | 'changing'
interface Look {
  name: string
  path: string | (() => string)
  /** What must be there before it is looked at, where the title comes earlier. */
  see?: (page: Page) => Locator
  /** What is opened there, one after the other, each looked at. */
  open?: readonly Step[]
}

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
    { name: 'users-ordinary', path: list },
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
    { name: 'lines', path: '/organiz/stripe-org', open: [['新增条线', dialog('条线编码')]] },
    { name: 'lines-copy', path: '/organiz/stripe-org', open: [[tool('巡视条线', '复制'), dialog('相同的机构树')]] },
    { name: 'lines-remove', path: '/organiz/stripe-org', open: [[tool('巡视条线', '删除'), dialog('将离开该条线')]] },
    { name: 'lines-nothing-found', path: '/organiz/stripe-org?name=没有' },
    { name: 'line', path: () => `/organiz/stripe?stripeId=${ids.line}`, open: [['添加机构', dialog('尚未选择机构')]] },
    { name: 'line-move', path: () => `/organiz/stripe?stripeId=${ids.line}`, open: [['移动到… 巡视处', dialog('新上级')]] },
    { name: 'line-empty', path: () => `/organiz/stripe?stripeId=${ids.emptyLine}`, see: words('条线中还没有机构') },
    { name: 'line-none', path: '/organiz/stripe', see: words('未指定条线') },
    {
      name: 'groups',
      path: () => `/organiz/work-group?id=${ids.group}`,
      see: words('巡视员'),
      open: [['添加成员', dialog('在左侧勾选用户')]],
    },
    { name: 'groups-add', path: '/organiz/work-group', open: [['新增工作组', dialog('工作组编码')]] },
    { name: 'groups-empty', path: '/organiz/work-group?find=到期', see: words('还没有成员') },
    { name: 'groups-nothing-found', path: '/organiz/work-group?find=没有', see: words('没有符合条件的工作组') },
    { name: 'jumper', path: '/jumper?redirect=https%3A%2F%2Fexample.com' },
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

for (const [who, these] of Object.entries(looks) as [Who, readonly Look[]][])
  test(`every screen of ${who} can be used by everybody, light and dark`, { timeout: 600_000 }, async () => {
    const page = who === 'nobody' ? await stage.visit('/login') : await stage.visitAs(idOf(who), '/404')
    const seen = new Set<string>()
    for (const { name, path, see, open = [] } of these) {
      const address = typeof path === 'string' ? path : path()
      await page.goto(address)
      await page.locator('h1, h2, [role=dialog]').first().waitFor()
      await see?.(page).waitFor()
      if (seen.has(address)) await quiet(page)
      else await lookAt(page, name)
      seen.add(address)
      for (const [step, [act, shown]] of open.entries()) {
        await (typeof act === 'function' ? act(page) : press(page, act))
        await shown(page).waitFor()
        await lookAt(page, `${name}-${step + 1}`)
      }
    }
  })

test('the page of the calls is read by whoever signed in as super administrator, light and dark', async () => {
  const { given, kernel } = stage.house
  const id = await given.user({ userName: 'reader' })
  await kernel.db.insertInto('userRole').values({ userId: id, roleId: 'super_admin' }).execute()
  const page = await stage.visit('/login')
  await page.getByLabel('账号').fill('reader')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: '登录' }).waitFor()
  // A link, followed with the cookie of signing in (D-18).
  await page.goto('/api/docs')
  await page.locator('summary').first().click()
  await lookAt(page, 'docs')
})

const idOf = (who: Exclude<Who, 'nobody'>) => (who === 'admin' ? '1' : ids[who])

/** In the dark the same page stands there, so only its colours are asked for. */
async function lookAt(page: Page, name: string) {
  await quiet(page)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await picture(page, `${name}-${theme}`)
    try {
      await expectAccessible(page, theme === 'dark' ? ['color-contrast'] : undefined)
    } catch (error) {
      throw new Error(`${name}, ${theme}: ${(error as Error).message}`, { cause: error })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
