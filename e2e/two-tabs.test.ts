import { self } from '@hufu/contract/sign-in/sign-in'
import { ticket } from '@hufu/contract/sign-in/ticket'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/given.ts'
import { fillSignInAgain, createUser, token } from './sign-in-page.ts'
import { checkAccessibility, openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const codeOf = async (userId: string) => (await (await fixture.server.as(userId)).call(ticket.createCode)).code
const userMenu = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name })
const sideLink = (page: Page, name: string) => page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const of = ({ realName, userName }: { realName: string; userName: string }) => `${realName}（${userName}）`

/** Two users in two tabs of one browser: the second one signed in by a link and confirmed the change of user. */
async function twoTabs() {
  const [ann, bob] = [await createUser(fixture, '/wel/index', '/organiz/user-label'), await createUser(fixture, '/wel/index')]
  const first = await fixture.visitAs(ann.id, '/wel/index')
  await userMenu(first, ann.realName).waitFor()
  const second = await first.context().newPage()
  await second.goto(`/?code=${await codeOf(bob.id)}`)
  await press(second, '切换登录')
  await userMenu(second, bob.realName).waitFor()
  return { ann, bob, first, second }
}

test('N-12 a code of another user first asks, naming both; if declined, everything stays and the code is still valid', async () => {
  const [ann, bob] = [await createUser(fixture, '/wel/index'), await createUser(fixture, '/wel/index')]
  const code = await codeOf(bob.id)
  const page = await fixture.visitAs(ann.id, `/?code=${code}`)
  const mine = await token(page)
  await heading(page, `以“${of(bob)}”身份登录？`).waitFor()
  await page.getByText(`您当前以“${of(ann)}”登录。打开的链接将切换到“${of(bob)}”的账号`).waitFor()
  await checkAccessibility(page, 'swap-question')
  await press(page, '保持当前登录')
  await userMenu(page, ann.realName).waitFor()
  expect(await token(page)).toBe(mine)
  expect(new URL(page.url()).search).toBe('')
  const elsewhere = await fixture.visit(`/?code=${code}`)
  await userMenu(elsewhere, bob.realName).waitFor()
})

test('N-12 without a session, or with one of the same user, a code signs in without a question', async () => {
  const bob = await createUser(fixture, '/wel/index')
  const page = await fixture.visit(`/?code=${await codeOf(bob.id)}`)
  await userMenu(page, bob.realName).waitFor()
  const before = await token(page)
  await page.goto(`/?code=${await codeOf(bob.id)}`)
  await userMenu(page, bob.realName).waitFor()
  expect(await token(page)).not.toBe(before)
})

test('N-12, O-67 signing out in one of two tabs removes only its own token, and the other tab continues', async () => {
  const { ann, bob, first, second } = await twoTabs()
  const theirs = (await token(second))!
  await userMenu(first, ann.realName).click()
  await first.getByRole('menuitem', { name: '退出登录', exact: true }).click()
  await first.waitForURL('**/login')
  expect(await token(first)).toBe(theirs)
  await second.reload()
  await userMenu(second, bob.realName).waitFor()
  expect(await fixture.server.withToken(theirs).call(self.current)).toMatchObject({ id: bob.id })
})

test('LOGIN-26 signing out in one of two tabs that share a session ends it in both', async () => {
  const ann = await createUser(fixture, '/wel/index')
  const first = await fixture.visitAs(ann.id, '/wel/index')
  const second = await first.context().newPage()
  await second.goto('/wel/index')
  await userMenu(second, ann.realName).click()
  await second.getByRole('menuitem', { name: '退出登录', exact: true }).click()
  for (const page of [second, first]) await page.waitForURL('**/login')
  expect(await token(first)).toBeNull()
})

test('N-12, ERR-18 a tab whose session ended says so and names who is signed in; it never switches to that user by itself', async () => {
  const { ann, bob, first, second } = await twoTabs()
  const theirs = await token(second)
  await first.getByRole('navigation', { name: '主菜单' }).getByRole('button', { name: '组织机构管理' }).click()
  await fixture.server.kernel.db.updateTable('session').set({ endedBy: 'forced' }).where('userId', '=', ann.id).execute()
  fixture.server.kernel.sessions.forget()
  await sideLink(first, '用户标签管理').click()
  const again = first.getByRole('dialog', { name: '重新登录' })
  await again.getByText(`当前浏览器已以“${bob.realName}”登录`, { exact: true }).waitFor()
  expect(await userMenu(first, bob.realName).count()).toBe(0)
  await checkAccessibility(first, 'other-user')
  await press(first, '重新登录')
  expect(await token(first)).toBe(theirs)
  await fillSignInAgain(first, PASSWORD)
  await again.waitFor({ state: 'detached' })
  expect(first.url()).toContain('/organiz/user-label')
  expect(await token(first)).not.toBe(theirs)
  await second.reload()
  await second.getByText(`“${of(bob)}”的登录已结束`, { exact: true }).waitFor()
  await press(second, `以“${ann.realName}”继续`)
  await userMenu(second, ann.realName).waitFor()
  await second.reload()
  await userMenu(second, ann.realName).waitFor()
})
