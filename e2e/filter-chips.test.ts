import { operLog } from '@hufu/contract/audit/audit'
import { org } from '@hufu/contract/directory/org'
import { userLabel } from '@hufu/contract/directory/label'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAccessibility, hasFocus, openFixture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
let place: string, label: string, person: string
beforeAll(async () => {
  fixture = await openFixture()
  const { given, admin } = fixture.server
  place = await given.org({ name: '筛选处', code: 'CHIPS' })
  person = await given.user({ org: place, realName: '一号' })
  await given.user({ org: place, realName: '二号' })
  label = (await admin.call(userLabel.save, { body: { name: '骨干', color: 'red' } })).id
  await admin.call(userLabel.addUser, { body: { labelId: label, userIds: [person] } })
})
afterAll(() => fixture?.close())

const chips = (page: Page) => page.getByRole('list', { name: '当前筛选' }).getByRole('listitem')
const remove = (page: Page, words: string) => page.getByRole('button', { name: `移除筛选 ${words}`, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const filtered = () => `/organiz/index?orgId=${place}&searchKey=一号&status=1&labelId=${label}`

test('the active filters of a list are named beside its tools', async () => {
  const page = await fixture.show(filtered(), 1440)
  await row(page, '一号').waitFor()
  await expect.poll(() => chips(page).allInnerTexts()).toEqual(['关键字：一号', '状态：启用', '标签：骨干'])
  const [tools, chip] = [await page.getByRole('button', { name: '刷新' }).boundingBox(), await chips(page).first().boundingBox()]
  expect(Math.abs(tools!.y + tools!.height / 2 - chip!.y - chip!.height / 2)).toBeLessThan(8)
  await checkAccessibility(page, 'chips')
})

test('one filter is removed by its chip, also with the keyboard, and all at once if there are several', async () => {
  const page = await fixture.show(filtered())
  await row(page, '一号').waitFor()
  const all = page.getByRole('button', { name: '清除全部' })
  await all.waitFor()
  expect(await row(page, '二号').count()).toBe(0)
  await remove(page, '关键字：一号').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => chips(page).allInnerTexts()).toEqual(['状态：启用', '标签：骨干'])
  expect(await hasFocus(remove(page, '状态：启用'))).toBe(true)
  expect(await page.getByLabel('关键字', { exact: true }).inputValue()).toBe('')
  await remove(page, '标签：骨干').click()
  await row(page, '二号').waitFor()
  await all.waitFor({ state: 'hidden' })
  await page.goto(filtered())
  await all.click()
  await row(page, '二号').waitFor()
  expect(await chips(page).count()).toBe(0)
  expect(new URL(page.url()).searchParams.get('orgId')).toBe(place)
})

test('a typed filter gets a chip when the search runs, and not before', async () => {
  const page = await fixture.show(`/organiz/index?orgId=${place}`)
  await row(page, '二号').waitFor()
  await page.getByLabel('关键字').fill('二号')
  await quiet(page)
  expect(await chips(page).count()).toBe(0)
  await page.keyboard.press('Enter')
  await expect.poll(() => chips(page).allInnerTexts()).toEqual(['关键字：二号'])
  await page.getByLabel('关键字', { exact: true }).fill('三号')
  expect(await chips(page).allInnerTexts()).toEqual(['关键字：二号'])
})

test('chips show times, organisations and users by name', async () => {
  const { admin, given } = fixture.server
  await admin.call(org.remove, { body: { ids: [await given.org({ name: '已删处' })] } })
  const page = await fixture.show(`/organiz/deleted-user?orgId=${place}`)
  await expect.poll(() => chips(page).allInnerTexts()).toEqual(['原机构：筛选处'])
  const { records } = await admin.call(operLog.page, { query: { target: person } })
  expect(records.length).toBeGreaterThan(0)
  await page.goto(`/audit/operation?target=${person}`)
  await expect.poll(() => chips(page).allInnerTexts()).toEqual(['操作对象：一号'])
  await page.goto('/audit/operation')
  await expect.poll(() => chips(page).allInnerTexts()).toEqual(['时间：最近一周'])
  await remove(page, '时间：最近一周').click()
  await expect.poll(() => chips(page).count()).toBe(0)
  await page.getByRole('row').nth(1).waitFor()
  await page.goto('/audit/loginLog?beginTime=2026-01-01%2000:00:00&endTime=2026-01-31%2023:59:59')
  await expect.poll(() => chips(page).allInnerTexts()).toEqual(['时间：2026-01-01 至 2026-01-31'])
})
