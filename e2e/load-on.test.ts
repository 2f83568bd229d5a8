import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { menus } from '@hufu/contract/permission/menu'
import { checkAccessibility, openFixture, picture, quiet, type Fixture } from './browser.ts'

const MANY = 45
const A_PAGE = 20
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
}, 240_000)
afterAll(() => fixture?.close())

/** Scrolls until these pixels are left below what is seen. */
const scrollTo = (list: Locator, left: number) =>
  list.evaluate((element, rest) => {
    element.scrollTop = element.scrollHeight - element.clientHeight - rest
    element.dispatchEvent(new Event('scroll', { bubbles: true }))
  }, left)
/** How often each page was asked for. */
function asked(page: Page, path: string) {
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

test('CONST-20 the organisations that are found load on within 10 px of the end, and the last one can be chosen', async () => {
  const page = await fixture.visitAs('1', '/organiz/org-list')
  const pages = asked(page, '/v3/org/searchByName')
  await page.getByRole('combobox', { name: /查找机构/ }).fill('翻页科')
  const hits = page.getByRole('listbox').getByRole('option')
  await expect.poll(() => hits.count()).toBe(A_PAGE)
  await scrollThrough(page, page.getByRole('listbox'), pages)
  expect(await hits.count()).toBe(MANY)
  await checkAccessibility(page, 'load-on-orgs')
  await hits.filter({ hasText: `翻页科${MANY}` }).click()
  await expect.poll(() => [...new URL(page.url()).searchParams.values()]).toContain(last)
})

test('CONST-20 the menus that are found load on', async () => {
  const page = await fixture.visitAs('1', '/devops/menu')
  const pages = asked(page, '/menu/searchTypeByName')
  await page.getByRole('combobox', { name: '查找菜单或按钮' }).fill('翻页钮')
  await page.getByTitle('翻页钮1', { exact: false }).first().waitFor()
  await scrollThrough(page, page.locator('.ant-select-dropdown-list-holder'), pages)
  await page.getByText(`翻页钮${MANY}`).waitFor()
})

test('CONST-20 the grants one may copy from load on', async () => {
  const page = await fixture.visitAs('1', `/organiz/grade-admin?orgId=${top}&grade=new`)
  const pages = asked(page, '/v3/gradeAdmin/pageByOrg')
  await page.getByRole('combobox', { name: '从分级管理员复制' }).click()
  await scrollThrough(page, page.locator('.ant-select-dropdown-list-holder'), pages)
  await picture(page, 'load-on-grants')
})

test('CONST-20 the users one picks from load on', async () => {
  const page = await fixture.visitAs('1', `/organiz/grade-admin?orgId=${top}&grade=new`)
  const pages = asked(page, '/v3/user/pageSelect')
  await page.getByRole('button', { name: '请选择用户' }).click()
  const narrowed = page.waitForResponse(response => new URL(response.url()).searchParams.get('searchKey') === '翻页人')
  await page.getByRole('textbox', { name: '姓名、拼音、账号、工号或手机号' }).fill('翻页人')
  await narrowed
  const rows = page.locator('.user-hits').getByRole('checkbox')
  await expect.poll(() => rows.count()).toBe(A_PAGE)
  await scrollThrough(page, page.locator('.user-hits'), pages)
  expect(await rows.count()).toBe(MANY)
})
