import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/given.ts'
import { configure, createUser } from './sign-in-page.ts'
import { openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

/** The welcome page of a user with these password columns. */
async function withPassword(values: Record<string, string>) {
  const { id } = await createUser(fixture, '/wel/index')
  await fixture.server.kernel.db
    .updateTable('users')
    .set(values as never)
    .where('id', '=', id)
    .execute()
  return fixture.visitAs(id, '/wel/index')
}
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const ok = (page: Page) => dialog(page).getByRole('button', { name: '确定', exact: true })
const close = (page: Page) => dialog(page).getByRole('button', { name: '关闭', exact: true })

test.each([
  ['FORCE-02', 'created', '这是您第一次登录，请先设置自己的密码。'],
  ['FORCE-03', 'reset', '您的密码由管理员重置，请先设置自己的密码。'],
])('%s, FORCE-09 if the password was %s the dialog cannot be closed in force mode, but can be in the other', async (_id, from, why) => {
  const forced = await withPassword({ passwordFrom: from })
  await dialog(forced).getByText(why).waitFor()
  expect(await close(forced).count()).toBe(0)
  await forced.keyboard.press('Escape')
  await forced.mouse.click(5, 5)
  await dialog(forced).getByText(why).waitFor()
  expect(await forced.getByRole('heading', { level: 1 }).count()).toBe(0)
  const sent: (string | null)[] = []
  forced.on('request', request => request.url().endsWith('/currentUserUpdatePassword') && sent.push(request.postData()))
  await field(forced, '新密码').fill('Fresh#2026')
  await field(forced, '确认密码').fill('Fresh#2026')
  await ok(forced).click()
  // The session goes on after the first change only (N-13, decision 0140).
  if (from === 'created') await forced.getByRole('navigation', { name: '主菜单' }).waitFor()
  else await forced.waitForURL('**/login')
  expect(sent).toHaveLength(1)
  expect(JSON.parse(sent[0]!)).toEqual({ password: expect.stringMatching(/^[A-Za-z0-9+/]{342}==$/) })
  await configure(fixture, 'updatePasswordMode', '')
  const free = await withPassword({ passwordFrom: from })
  await dialog(free).getByText(why).waitFor()
  await close(free).click()
  await dialog(free).waitFor({ state: 'detached' })
  await free.getByRole('heading', { level: 1 }).waitFor()
  await configure(fixture, 'updatePasswordMode', 'force')
})

test('FORCE-04, ERR-12, ERR-13, O-26 an expired password is announced first, and can be dismissed if the change is not forced', async () => {
  const old = { passwordTime: '2020-01-01 00:00:00' }
  const forced = await withPassword(old)
  await dialog(forced).getByText('定期修改密码', { exact: true }).waitFor()
  await dialog(forced).getByText('您的密码已经过期，为了保证您的账号安全，请修改密码！', { exact: true }).waitFor()
  expect(await dialog(forced).getByRole('button').allInnerTexts()).toEqual(['确定'])
  await ok(forced).click()
  await field(forced, '确认密码').waitFor()
  expect(await close(forced).count()).toBe(0)
  await configure(fixture, 'updatePasswordMode', '')
  const free = await withPassword(old)
  await dialog(free).getByRole('button', { name: '取消', exact: true }).click()
  await free.getByRole('heading', { level: 1 }).waitFor()
  await configure(fixture, 'updatePasswordMode', 'force')
})

async function changing() {
  const { id, realName } = await createUser(fixture, '/wel/index')
  const page = await fixture.visitAs(id, '/wel/index')
  await page.getByRole('button', { name: realName }).click()
  await page.getByRole('menuitem', { name: '修改密码', exact: true }).click()
  await field(page, '旧密码').fill(PASSWORD)
  return page
}
const problems = (page: Page) => dialog(page).locator('.ant-form-item-explain-error').allInnerTexts()
const problemsShown = (page: Page) => expect.poll(() => problems(page))

test('PWD-05, PWD-07, PWD-08, ERR-07 a different confirmation is reported until it is corrected', async () => {
  const page = await changing()
  await field(page, '新密码').fill('Fresh#2026')
  await field(page, '确认密码').fill('Other#2026')
  await problemsShown(page).toEqual(['两次密码不相同'])
  await field(page, '确认密码').fill('Fresh#2026')
  await problemsShown(page).toEqual([])
  await field(page, '新密码').fill('Fresh#2027')
  await problemsShown(page).toEqual(['两次密码不相同'])
  for (const label of ['新密码', '确认密码']) {
    await field(page, label).fill('')
    await field(page, label).pressSequentially('x'.repeat(21))
    expect(await field(page, label).inputValue()).toHaveLength(20)
  }
  // The old password may come from another policy or from an administrator.
  await field(page, '旧密码').fill('x'.repeat(128))
  expect(await field(page, '旧密码').inputValue()).toHaveLength(128)
})

test('PWD-06, PWD-09, ERR-06 the policy is checked while typing: strength, blacklist, same as the old one', async () => {
  await configure(fixture, 'passwordStrength', 'strong')
  await configure(fixture, 'openPasswordBlacklist', 'true')
  await configure(fixture, 'passwordBlacklist', '["Password1!"]')
  const page = await changing()
  for (const [typed, sentence] of [
    ['abcdefgh', '必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)'],
    ['Ab1!xyz', '至少8个字符长度'],
    ['pASSWORD1!', '密码已在密码黑名单中，请设置新密码'],
    [PASSWORD, '设置的新密码与旧密码一样'],
  ] as const) {
    await field(page, '新密码').fill(typed)
    await problemsShown(page).toEqual([sentence])
  }
  await configure(fixture, 'passwordStrength', 'medium')
  await configure(fixture, 'openPasswordBlacklist', 'false')
})

test('ERR-01, PWD-17, ENT-33 a refusal of the server is shown once; both passwords are sent as ciphertext', async () => {
  const page = await changing()
  await field(page, '旧密码').fill('Wrong#2026')
  await field(page, '新密码').fill('Fresh#2026')
  await field(page, '确认密码').fill('Fresh#2026')
  const sent = page.waitForRequest('**/v3/user/updatePassword')
  await ok(page).click()
  const cipher = expect.stringMatching(/^[A-Za-z0-9+/]{342}==$/)
  expect((await sent).postDataJSON()).toEqual({ userId: expect.any(String), oldPassword: cipher, password: cipher })
  await page.getByText('旧密码不正确').waitFor()
  expect(await page.getByText('旧密码不正确').count()).toBe(1)
  expect(await page.getByText('密码修改失败').count()).toBe(0)
})
