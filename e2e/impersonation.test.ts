import { expect, afterAll, beforeAll, test } from 'vitest'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

test('decision 0016 a super administrator views the console as a delegated administrator, can change nothing, and returns', async () => {
  const { given } = fixture.server
  const org = await given.org({ name: '看得见的处' })
  await given.org({ name: '看不见的处' })
  const boss = await given.user({ org, realName: '分管者' })
  await given.gradeAdmin(boss, org, 1, '/wel/index', '/organiz/index')
  const page = await fixture.visitAs('1', '/system/gradeAdmins')
  await page.getByRole('button', { name: '更多操作 分管者' }).first().click()
  await page.getByRole('menuitem', { name: '以其视角查看' }).click()
  const banner = page.getByRole('complementary', { name: '以他人视角查看' })
  await banner.waitFor()
  await page.goto('/organiz/index')
  await page.getByRole('treeitem', { name: /看得见的处/ }).waitFor()
  await quiet(page)
  expect(await page.getByText('看不见的处').count()).toBe(0)
  expect(await page.locator('.side-menu').getByText('系统管理').count()).toBe(0)
  await picture(page, 'viewing')
  await expectAccessible(page)
  await page.goto(`/organiz/user/${boss}`)
  await page.getByLabel('姓名', { exact: true }).fill('改不了')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('只能查看，不能操作').last().waitFor()
  await page.goto('/wel/index')
  await banner.getByRole('button', { name: '退出' }).click()
  await page.locator('.side-menu').getByText('系统管理').waitFor()
  expect(await banner.count()).toBe(0)
})
