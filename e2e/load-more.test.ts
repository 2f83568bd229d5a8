import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appUser } from '@hufu/contract/apps/app-user'
import { menus } from '@hufu/contract/permission/menu'
import { checkAccessibility, openFixture, picture, quiet, type Fixture } from './browser.ts'

const MANY = 45
const PAGE_SIZE = 20
let fixture: Fixture
let top: string
let last: string
beforeAll(async () => {
  fixture = await openFixture()
  const { given, admin } = fixture.server
  top = await given.org({ name: '翻页总部' })
  for (let n = 1; n <= MANY; n++) {
    last = await given.org({ parentId: top, name: `翻页科${n}`, sortNum: n })
    await given.gradeAdmin(await given.user({ org: top, realName: `翻页人${n}` }), top, 1, '/organiz/index')
    await admin.call(menus.save, {
      body: { parentId: 'audit', name: `翻页钮${n}`, type: 'button', mark: `turn-${n}`, menu_uri: '', status: 1, sortNum: n },
    })
  }
})
afterAll(() => fixture?.close())

/** Scrolls until this many pixels are left below the visible part. */
const scrollTo = (list: Locator, left: number) =>
  list.evaluate((element, rest) => {
    element.scrollTop = element.scrollHeight - element.clientHeight - rest
    element.dispatchEvent(new Event('scroll', { bubbles: true }))
  }, left)
/** Records the requests for each page. */
function requestsTo(page: Page, path: string) {
  const pages: string[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.pathname === `/api${path}`) pages.push(url.searchParams.get('current') ?? '1')
  })
  return pages
}
async function scrollThrough(page: Page, list: Locator, pages: string[]) {
  await list.waitFor()
  await quiet(page)
  pages.length = 0
  await scrollTo(list, 11)
  await quiet(page)
  expect(pages).toEqual([])
  await scrollTo(list, 10)
  await expect.poll(() => pages).toEqual(['2'])
  await quiet(page)
  await scrollTo(list, 10)
  await expect.poll(() => pages).toEqual(['2', '3'])
  await quiet(page)
  await scrollTo(list, 0)
  await quiet(page)
  expect(pages).toEqual(['2', '3'])
}

test('CONST-20 found organisations load more within 10 px of the end, and the last one can be chosen', async () => {
  const page = await fixture.show('/organiz/org-list')
  const pages = requestsTo(page, '/v3/org/searchByName')
  await page.getByRole('combobox', { name: /查找机构/ }).fill('翻页科')
  const hits = page.getByRole('listbox').getByRole('option')
  await expect.poll(() => hits.count()).toBe(PAGE_SIZE)
  await scrollThrough(page, page.getByRole('listbox'), pages)
  expect(await hits.count()).toBe(MANY)
  await checkAccessibility(page, 'load-on-orgs')
  await hits.filter({ hasText: `翻页科${MANY}` }).click()
  await expect.poll(() => [...new URL(page.url()).searchParams.values()]).toContain(last)
})

test('CONST-20 found menus load more on scrolling', async () => {
  const page = await fixture.show('/devops/menu')
  const pages = requestsTo(page, '/menu/searchTypeByName')
  await page.getByRole('combobox', { name: '查找菜单或按钮' }).fill('翻页钮')
  await page.getByTitle('翻页钮1', { exact: false }).first().waitFor()
  await scrollThrough(page, page.locator('.ant-select-dropdown-list-holder'), pages)
  await page.getByText(`翻页钮${MANY}`).waitFor()
})

test('CONST-20 delegations to copy from load more on scrolling', async () => {
  const page = await fixture.show(`/organiz/grade-admin?orgId=${top}&grade=new`)
  const pages = requestsTo(page, '/v3/gradeAdmin/pageByOrg')
  await page.getByRole('combobox', { name: '从分级管理员复制' }).click()
  await scrollThrough(page, page.locator('.ant-select-dropdown-list-holder'), pages)
  await picture(page, 'load-on-grants')
})

test('CONST-20 the user picker loads more on scrolling', async () => {
  const page = await fixture.show(`/organiz/grade-admin?orgId=${top}&grade=new`)
  const pages = requestsTo(page, '/v3/user/pageSelect')
  await page.getByRole('button', { name: '请选择用户' }).click()
  const narrowed = page.waitForResponse(response => new URL(response.url()).searchParams.get('searchKey') === '翻页人')
  await page.getByRole('textbox', { name: '姓名、拼音、账号、工号或手机号' }).fill('翻页人')
  await narrowed
  const rows = page.locator('.user-hits').getByRole('checkbox')
  await expect.poll(() => rows.count()).toBe(PAGE_SIZE)
  await scrollThrough(page, page.locator('.user-hits'), pages)
  expect(await rows.count()).toBe(MANY)
})

test('CONST-20 the role picker of an application user loads more on scrolling; held roles stay ticked until unticked', async () => {
  const { given, admin } = fixture.server
  const appId = await given.app({ name: '翻页应用' })
  const roles: string[] = []
  for (let n = 1; n <= MANY; n++) roles.push(await given.appRole(appId, { name: `翻页角色${n}`, code: `t${100 + n}` }))
  const userId = await given.user({ realName: '翻页者' })
  await given.grant({ subjectType: 'user', subjectId: userId, appId, roleId: roles.at(-1)! })
  const page = await fixture.show(`/app/user?appId=${appId}`)
  const pages = requestsTo(page, '/v3/appRole/pageAppRole')
  await page.getByRole('button', { name: '角色 翻页者' }).click()
  const list = page.locator('.role-ticks')
  await list.waitFor()
  const ticks = list.getByRole('checkbox')
  // The ticks of the first page, and the one already held.
  expect(await ticks.count()).toBe(PAGE_SIZE + 1)
  await scrollThrough(page, list, pages)
  expect(await ticks.count()).toBe(MANY)
  await picture(page, 'load-on-roles')
  await checkAccessibility(page, 'load-on-roles')
  await page.getByRole('radio', { name: '覆盖' }).check()
  expect(await list.getByRole('checkbox', { checked: true }).count()).toBe(1)
  await list.getByRole('checkbox', { name: '翻页角色1', exact: true }).check()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { records } = await admin.call(appUser.page, { query: { appId } })
  expect(records[0]!.roles.map(role => role.id).toSorted()).toEqual([roles[0]!, roles.at(-1)!].toSorted())
})

test('CONST-20 a held role that is not loaded yet is not lost with the next tick', async () => {
  const { given, admin } = fixture.server
  const appId = await given.app()
  const roles: string[] = []
  for (let n = 1; n <= PAGE_SIZE + 1; n++) roles.push(await given.appRole(appId, { name: `末位角色${n}`, code: `e${100 + n}` }))
  const userId = await given.user({ realName: '持末位者' })
  await given.grant({ subjectType: 'user', subjectId: userId, appId, roleId: roles.at(-1)! })
  const page = await fixture.show(`/app/user?appId=${appId}`)
  await page.getByRole('button', { name: '角色 持末位者' }).click()
  await page.getByRole('radio', { name: '覆盖' }).check()
  await page.locator('.role-ticks').getByRole('checkbox', { name: '末位角色1', exact: true }).check()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { records } = await admin.call(appUser.page, { query: { appId } })
  expect(records[0]!.roles.map(role => role.id).toSorted()).toEqual([roles[0]!, roles.at(-1)!].toSorted())
})

test('CONST-20 the deputy picker loads more on scrolling', async () => {
  const { given } = fixture.server
  for (let n = 1; n <= MANY; n++) await given.role(await given.user({ realName: `代审${n}` }), '/examine/review-user#*')
  const examiner = await given.user()
  await given.role(examiner, '/examine/review-user#*', '/wel/index')
  const page = await fixture.visitAs(examiner, '/wel/index', { width: 1440 })
  await page.getByRole('button', { name: /审核与申请/ }).click()
  await page.getByRole('menuitem', { name: '我的代理人' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '新增代理人' }).click()
  const pages = requestsTo(page, '/v3/examine/listCandidate')
  const narrowed = page.waitForResponse(response => new URL(response.url()).searchParams.get('search') === '代审')
  await page.getByRole('dialog').last().getByLabel('代理人').fill('代审')
  await narrowed
  await scrollThrough(page, page.locator('.ant-select-dropdown-list-holder'), pages)
  await picture(page, 'load-on-deputies')
})

test('CONST-20 the menu tree shows every menu, however many pages there are', async () => {
  const { db } = fixture.server.kernel
  const rows = Array.from({ length: 520 }, (_, n) => ({ id: `deep-${n}`, parentId: 'audit', name: `深处${n}`, menuUri: `/deep/${n}`, type: 'menu' as const, status: 0 as const, sortNum: 1000 + n })) // prettier-ignore
  await db.insertInto('menu').values(rows).execute()
  const page = await fixture.show('/devops/menu?parentId=deep-519')
  await page.getByRole('treeitem', { name: '深处519' }).waitFor()
  await picture(page, 'load-on-menus-whole')
})
