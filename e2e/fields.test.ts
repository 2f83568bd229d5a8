import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '@hufu/contract/directory/user'
import { createUser } from './sign-in-page.ts'
import { openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const range = (page: Page) => page.getByRole('group', { name: /删除时间|创建时间/ })
const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams)
/** The preset ranges, once their menu is open. */
const presets = (page: Page) => page.getByRole('menu', { name: '快捷范围' }).getByRole('menuitemradio')

test('FIELD-22 to FIELD-24, FIELD-14, ENT-36 a date range shows 至, allows no day after today and sends whole days', async () => {
  const page = await fixture.show('/organiz/deleted-user')
  const [begin, end] = [range(page).getByPlaceholder('开始时间'), range(page).getByPlaceholder('结束时间')]
  await begin.waitFor()
  expect(await range(page).locator('.ant-picker-range-separator').innerText()).toBe('至')
  const queries: Record<string, string>[] = []
  page.on('request', request => request.url().includes('/pageDeletedUser') && queries.push(queryOf(request.url())))
  await begin.fill('2025-11-18')
  await begin.press('Enter')
  await end.fill('2025-11-20')
  await end.press('Enter')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect.poll(() => queries.at(-1)).toMatchObject({ beginTime: '2025-11-18 00:00:00', endTime: '2025-11-20 23:59:59' })
  expect([await begin.inputValue(), await end.inputValue()]).toEqual(['2025-11-18', '2025-11-20'])
  await page.getByRole('button', { name: '快捷范围' }).click()
  expect(await presets(page).allInnerTexts()).toEqual(['今天', '昨天', '最近一周', '最近30天'])
  await presets(page).first().click()
  await expect.poll(() => begin.inputValue()).not.toBe('2025-11-18')
  const today = await begin.inputValue()
  expect([today, await end.inputValue()]).toEqual([today, today])
  await begin.click()
  const cell = (day: string) => page.locator(`.ant-picker-dropdown td[title="${day}"]`).first()
  await expect
    .poll(() =>
      cell(today)
        .getAttribute('aria-disabled')
        .then(value => value ?? 'false'),
    )
    .toBe('false')
  expect(await cell(today).getAttribute('class')).not.toContain('ant-picker-cell-disabled')
  const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  expect(await cell(tomorrow).getAttribute('class')).toContain('ant-picker-cell-disabled')
})

test('ENT-36, FIELD-19 to FIELD-21 a long range field offers three more presets', async () => {
  const page = await fixture.show('/organiz/deleted-org')
  await page.getByRole('button', { name: '快捷范围' }).click()
  expect((await presets(page).allInnerTexts()).slice(4)).toEqual(['最近三个月', '最近半年', '最近一年'])
})

test('FIELD-24 a single day is shown as yyyy-MM-dd and lasts to its end', async () => {
  const userName = `limited${fixture.server.given.next()}`
  const page = await fixture.show('/organiz/user?orgId=1')
  await page.getByLabel('姓名', { exact: true }).fill('限期者')
  await page.getByLabel('用户名', { exact: true }).fill(userName)
  await page.getByRole('button', { name: '更多', exact: true }).click()
  const day = page.getByLabel('有效期至')
  await day.fill('2036-11-20')
  await day.press('Enter')
  expect(await day.inputValue()).toBe('2036-11-20')
  await expect.poll(() => page.getByLabel('主职机构', { exact: true }).inputValue()).toContain('组织机构')
  const sent = page.waitForRequest('**/v3/user/save')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  expect((await sent).postDataJSON()).toMatchObject({ userName, validEndTime: '2036-11-20 23:59:59' })
})

test('a suggested user name that arrives in the focused field is overwritten by typing', async () => {
  const page = await fixture.show('/organiz/user?orgId=1')
  const requested = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/v3/user/generateUsername?*', async route => {
    requested.resolve()
    await answered.promise
    await route.continue()
  })
  await page.getByLabel('姓名', { exact: true }).fill('覆盖者')
  const field = page.getByLabel('用户名', { exact: true })
  await field.click()
  await requested.promise
  answered.resolve()
  await expect.poll(() => field.inputValue()).not.toBe('')
  await page.keyboard.type('own1')
  expect(await field.inputValue()).toBe('own1')
})

test('CONST-21 to CONST-23 dialogs are 550 and 400 wide, that of a task 30% of the window', async () => {
  const { id, realName } = await createUser(fixture, '/organiz/org-list#*', '/organiz/index#*')
  const page = await fixture.visitAs(id, '/organiz/org-list', { width: 1500 })
  const width = () => page.getByRole('dialog').last().evaluate(dialog => Math.round(dialog.getBoundingClientRect().width)) // prettier-ignore
  await page.getByRole('button', { name: '新增机构' }).click()
  await expect.poll(width).toBe(550)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: realName }).click()
  await page.getByRole('menuitem', { name: '修改密码', exact: true }).click()
  await expect.poll(width).toBe(400)
  // With jobs stopped no task starts, so its dialog stays open.
  await fixture.server.kernel.jobs.stop()
  await page.goto('/organiz/index')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始导出' }).click()
  await page.getByRole('progressbar').waitFor()
  await expect.poll(width).toBe(450)
})

test('USER-48 a user name typed by hand stays, even if the generated one arrives later', async () => {
  const page = await fixture.show('/organiz/user?orgId=1')
  const isTyped = Promise.withResolvers<void>()
  await page.route('**/v3/user/generateUsername*', async route => {
    await isTyped.promise
    await route.continue()
  })
  const name = page.getByLabel('用户名', { exact: true })
  const made = page.waitForResponse('**/v3/user/generateUsername*')
  await page.getByLabel('姓名', { exact: true }).fill('迟到者')
  await name.fill('by.hand')
  isTyped.resolve()
  await made
  await page.getByLabel('姓名', { exact: true }).fill('迟到者二')
  await name.focus()
  expect(await name.inputValue()).toBe('by.hand')
})

test('bad input 49 pressing twice saves once; ten thousand characters are cut to fifty', async () => {
  const userName = `twice${fixture.server.given.next()}`
  const page = await fixture.show('/organiz/user?orgId=1')
  const name = page.getByLabel('姓名', { exact: true })
  await name.focus()
  await name.evaluate((input: HTMLInputElement, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    document.execCommand('insertText', false, text)
  }, '长'.repeat(10_000))
  expect(await name.inputValue()).toHaveLength(50)
  await name.fill('连点者')
  await page.getByLabel('用户名', { exact: true }).fill(userName)
  await expect.poll(() => page.getByLabel('主职机构', { exact: true }).inputValue()).toContain('组织机构')
  const saves: string[] = []
  page.on('request', request => request.url().endsWith('/v3/user/save') && saves.push(request.url()))
  await page.getByRole('button', { name: '保存', exact: true }).dblclick()
  await page.getByRole('dialog', { name: '新密码' }).waitFor()
  expect((await fixture.server.admin.call(user.page, { query: { userName } })).total).toBe(1)
  expect(saves).toHaveLength(1)
  expect(await page.getByText('用户名已存在').count()).toBe(0)
})

/** The console's own texts on a page: titles, names of controls, hints. Rows of a list are data, and icons are pictures. */
const messages = (page: Page) =>
  page.evaluate(() => {
    const isOurs = (element: Element) => !element.closest('tbody, [aria-hidden=true], [role=img]')
    const words = [...document.querySelectorAll('h1, h2, h3, label, legend, th, button, a, [role=tab], [role=menuitem], p')]
    const shown = words.filter(element => isOurs(element) && element.checkVisibility()).map(element => (element as HTMLElement).innerText)
    const marks = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].filter(isOurs)
    const labels = marks.flatMap(element => ['aria-label', 'placeholder', 'title'].map(name => element.getAttribute(name) ?? ''))
    return [...new Set([...shown, ...labels].map(text => text.replace(/\s+/g, ' ').trim()))]
  })

test('ENT-01 every label of every screen is Chinese', async () => {
  const { given } = fixture.server
  const org = await given.org({ name: '中文处' })
  const person = await given.user({ org, realName: '中文人' })
  const screens = [
    '/wel/index', '/account/changelog', '/log', '/404', '/organiz/index', '/organiz/user', `/organiz/user/${person}`,
    `/organiz/detail?id=${person}`, '/organiz/deleted-user', '/organiz/batch-add-user', '/organiz/batch-add-user?tab=sheet', '/organiz/org-list',
    `/organiz/orgDetail?id=${org}`, '/organiz/batch-add-org', '/organiz/deleted-org', '/devops/menu?parentId=organiz_index',
  ] // prettier-ignore
  // Numbers, days and the version belong to no language; the other language is named in that language.
  const ofNoLanguage = /^(V?[\d.-]+( [\d-]+)?|\W*|English)$/
  const strange: string[] = []
  const look = async (page: Page, path: string) => {
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    for (const text of await messages(page)) if (!/\p{Script=Han}/u.test(text) && !ofNoLanguage.test(text)) strange.push(`${path}: ${text}`)
  }
  for (const path of ['/login', '/retrieve', '/unauth']) await look(await fixture.visit(path), path)
  const page = await fixture.visitAs('1', '/wel/index')
  for (const path of screens) {
    await page.goto(path)
    await look(page, path)
  }
  expect(strange).toEqual([])
})
