import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { self } from '@hufu/contract/sign-in/sign-in'
import { online } from '@hufu/contract/audit/online'
import { workGroup } from '@hufu/contract/directory/work-group'
import { PASSWORD } from '../server/test/given.ts'
import { checkAccessibility, openFixture, quiet, type Fixture } from './browser.ts'
import { fillSignIn, fillSignInAgain, createUser, token } from './sign-in-page.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const GRANTS = ['/wel/index', '/organiz/work-group', '/organiz/work-group#add-group'] as const
const dialogOf = (page: Page) => page.getByRole('dialog', { name: '重新登录' })
const frameOf = (page: Page) => page.frameLocator('iframe[name=hufu-again]')
/** Types a new group and waits for the checks of its name and code, so that no request is pending. */
async function typeGroup(page: Page, name: string) {
  await page.getByRole('button', { name: '新增工作组' }).click()
  const form = page.getByRole('dialog', { name: '新增工作组' })
  const responses = ['existName', 'existCode'].map(call => page.waitForResponse(`**/v3/workGroup/${call}?*`))
  await form.getByLabel('工作组名称').fill(name)
  await form.getByLabel('工作组编码').fill(`A${fixture.server.given.next()}`)
  await Promise.all(responses)
  await quiet(page)
  return form
}
/** The page of groups with a new group typed in, after an administrator has ended the session. */
async function kicked(name: string) {
  const who = await createUser(fixture, ...GRANTS)
  const page = await fixture.visitAs(who.id, '/organiz/work-group')
  const form = await typeGroup(page, name)
  await endSessionOf(who.id)
  return { who, page, form }
}
async function endSessionOf(userId: string) {
  const { records } = await fixture.server.admin.call(online.page, { query: { size: 100 } })
  await fixture.server.admin.call(online.kick, { body: { ids: records.filter(one => one.userId === userId).map(one => one.id) } })
}
const groupsNamed = async (name: string) => (await fixture.server.admin.call(workGroup.page, { query: { name } })).total

test('ERR-18 a session that ended while a form was filled in is renewed over it, and the form can be saved', async () => {
  const { who, page, form } = await kicked('原处登录组')
  const before = await token(page)
  await form.getByRole('button', { name: '确定' }).click()
  await dialogOf(page).getByText('您已被强制下线').waitFor()
  await expect.poll(() => frameOf(page).getByLabel('账号').inputValue()).toBe(who.userName)
  await checkAccessibility(page, 'sign-in-again')
  await fillSignInAgain(page, PASSWORD)
  await dialogOf(page).waitFor({ state: 'detached' })
  await form.waitFor({ state: 'detached' })
  expect(await groupsNamed('原处登录组')).toBe(1)
  const fresh = (await token(page))!
  expect(fresh).not.toBe(before)
  expect(await fixture.server.withToken(fresh).call(self.current)).toMatchObject({ id: who.id })
})

test('ERR-17, ERR-18 退出登录 instead of signing in again leads to the sign-in page, which shows the reason', async () => {
  const { page, form } = await kicked('不再登录')
  await form.getByRole('button', { name: '确定' }).click()
  await dialogOf(page).getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL('**/login')
  await page.getByText('您已被强制下线').first().waitFor()
  expect(await token(page)).toBeNull()
  expect(await groupsNamed('不再登录')).toBe(0)
})

test('N-12 another user who signs in over the page must confirm it, and gets nothing of the former page', async () => {
  const { who, page, form } = await kicked('别人的组')
  const bob = await createUser(fixture, '/wel/index')
  await form.getByRole('button', { name: '确定' }).click()
  await fillSignInAgain(page, PASSWORD, bob.userName)
  await dialogOf(page).getByText(`当前浏览器已以“${bob.realName}”登录`).waitFor()
  await checkAccessibility(page, 'sign-in-again-other')
  const theirs = (await token(page))!
  await dialogOf(page).getByRole('button', { name: '重新登录' }).click()
  await frameOf(page).getByLabel('密码', { exact: true }).waitFor()
  await fixture.server.withToken(theirs).refused('signInAgain', self.current)
  await fillSignInAgain(page, PASSWORD)
  await form.waitFor({ state: 'detached' })
  expect(await groupsNamed('别人的组')).toBe(1)
  await typeGroup(page, '没有保存')
  await endSessionOf(who.id)
  await form.getByRole('button', { name: '确定' }).click()
  await fillSignInAgain(page, PASSWORD, bob.userName)
  await page.getByRole('button', { name: `以“${bob.realName}”继续` }).click()
  await page.getByRole('banner').getByRole('button', { name: bob.realName }).waitFor()
  expect(await groupsNamed('没有保存')).toBe(0)
})

test('ERR-18 of two tabs of one session, signing in again in one continues both', async () => {
  const who = await createUser(fixture, ...GRANTS)
  const first = await fixture.visitAs(who.id, '/organiz/work-group')
  const second = await first.context().newPage()
  await second.goto('/organiz/work-group')
  const form = await typeGroup(first, '另一标签页')
  await endSessionOf(who.id)
  await second.getByPlaceholder('按名称查找').fill('没有')
  await fillSignInAgain(second, PASSWORD)
  await dialogOf(second).waitFor({ state: 'detached' })
  await form.getByRole('button', { name: '确定' }).click()
  await form.waitFor({ state: 'detached' })
  expect(await dialogOf(first).count()).toBe(0)
  expect(await groupsNamed('另一标签页')).toBe(1)
})

test('ERR-17 the first load of an ended session has no page to keep and goes to /login', async () => {
  const who = await createUser(fixture, ...GRANTS)
  const page = await fixture.visitAs(who.id, '/organiz/work-group')
  await endSessionOf(who.id)
  await page.reload()
  await page.waitForURL('**/login')
  await fillSignIn(page, who.userName, PASSWORD)
  await page.waitForURL('**/organiz/work-group')
})
