import type { Page } from 'playwright-core'
import { role } from '@hufu/contract/permission/role'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, stepAt } from '../server/src/domains/credentials/totp/totp-code.ts'
import { factorsIn, unBase32 } from '../server/test/factors.ts'
import { PASSWORD } from '../server/test/given.ts'
import { createUser as createUserIn, token, fillSignIn } from './sign-in-page.ts'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
let given: ReturnType<typeof factorsIn>
beforeAll(async () => {
  fixture = await openFixture()
  given = factorsIn(fixture.server)
})
afterAll(() => fixture.close())

const createUser = () => createUserIn(fixture, '/wel/index', '/organiz/index')
/** Passkeys do not exist for IP addresses, so the tests use localhost. */
const home = () => fixture.server.address.replace('127.0.0.1', 'localhost')

/** A window at localhost with a virtual authenticator whose user verification always succeeds. */
async function visit(path: string, options: Parameters<Fixture['visit']>[1] = {}) {
  const page = await fixture.visit('/config.json', options)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      // Otherwise the offer in the user name field would be accepted without the test's doing.
      automaticPresenceSimulation: false,
    },
  })
  const touch = (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  await page.goto(home() + path)
  return { page, touch }
}

async function signedIn(userName: string, path: string, options?: Parameters<Fixture['visit']>[1]) {
  const signedIn = await visit('/login', options)
  await fillSignIn(signedIn.page, userName, PASSWORD)
  await signedIn.page.waitForURL('**/wel/index')
  await signedIn.page.goto(home() + path)
  return signedIn
}
const SECURITY = '/account/settings?tab=security'
const dialog = (page: Page) => page.getByRole('dialog').last()

async function addPasskey(page: Page, name: string) {
  await page.getByRole('region', { name: '通行密钥' }).getByRole('button', { name: '添加' }).click()
  await dialog(page).getByLabel('名称').fill(name)
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await page.getByText('通行密钥已登记').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
async function signOut(page: Page) {
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${home()}/login`)
}
const setDemand = (id: string, name: string, secondFactor: 'any' | 'crypto') =>
  fixture.server.admin.call(role.update, { body: { id, code: `d${id}`, name, secondFactor } })

test('a user registers a passkey in the personal centre, signs in with it alone, renames it and removes it', async () => {
  const { userName } = await createUser()
  const { page, touch } = await signedIn(userName, SECURITY, { width: 1440 })
  await page.getByText('还没有登记通行密钥').waitFor()
  await picture(page, 'factors-none')
  await expectAccessible(page)
  await touch(true)
  await page.getByRole('region', { name: '通行密钥' }).getByRole('button', { name: '添加' }).click()
  await dialog(page).getByLabel('名称').waitFor()
  await picture(page, 'passkey-add')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: '取消' }).click()
  await addPasskey(page, '办公电脑')
  await touch(false)
  await page.getByRole('list', { name: '已登记的通行密钥' }).getByText('办公电脑').waitFor()
  await picture(page, 'passkey-list')
  await signOut(page)
  const enter = page.getByRole('button', { name: '通行密钥登录' })
  await enter.waitFor()
  await picture(page, 'sign-in-passkey')
  await expectAccessible(page)
  await touch(true)
  await enter.click()
  await page.waitForURL('**/wel/index')
  expect(await token(page)).toMatch(/^[\w-]{43}$/)
  await page.goto(home() + SECURITY)
  await page.getByRole('button', { name: '重命名 办公电脑' }).click()
  await dialog(page).getByLabel('名称').fill('家中电脑')
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '删除 家中电脑' }).click()
  await dialog(page).getByRole('button', { name: '删除' }).click()
  await page.getByText('还没有登记通行密钥').waitFor()
  await signOut(page)
  await page.getByRole('button', { name: '通行密钥登录' }).click()
  await page.getByText('通行密钥无效或验证已超时，请重试').waitFor()
  expect(await token(page)).toBeNull()
})

test('the browser offers a passkey in the user name field', async () => {
  const { userName } = await createUser()
  const { page, touch } = await signedIn(userName, SECURITY)
  await touch(true)
  await addPasskey(page, '笔记本')
  await signOut(page)
  expect(await page.getByLabel('账号').getAttribute('autocomplete')).toBe('username webauthn')
  // The authenticator accepts the offer, like a user who picks it.
  await page.waitForURL('**/wel/index')
  expect(await token(page)).toMatch(/^[\w-]{43}$/)
})

test('after the password a passkey is required if a role of the user demands a cryptographic factor', async () => {
  const { id, userName } = await createUser()
  const { page, touch } = await signedIn(userName, SECURITY)
  await touch(true)
  await addPasskey(page, '安全密钥')
  await touch(false)
  await given.demand(id, 'crypto')
  await signOut(page)
  await fillSignIn(page, userName, PASSWORD)
  await page.getByRole('heading', { name: '请完成二次验证' }).waitFor()
  await picture(page, 'second-passkey')
  await expectAccessible(page)
  await touch(true)
  await page.getByRole('button', { name: '使用通行密钥验证' }).click()
  await page.waitForURL('**/wel/index')
  expect(await token(page)).toMatch(/^[\w-]{43}$/)
})

test('TOTP: bound by a QR code, required after the password, and replaced by a recovery code', async () => {
  const { userName } = await createUser()
  const { page } = await signedIn(userName, SECURITY, { dark: true })
  await page.getByRole('region', { name: '动态口令' }).getByRole('button', { name: '绑定' }).click()
  await page.getByRole('img', { name: '绑定动态口令的二维码' }).waitFor()
  await picture(page, 'totp-bind')
  await expectAccessible(page)
  const secret = unBase32((await dialog(page).locator('code').innerText()).replaceAll(/\s/g, ''))
  await dialog(page).getByRole('textbox', { name: '动态口令' }).fill('000000')
  await dialog(page).getByRole('button', { name: '确认绑定' }).click()
  await dialog(page).getByText('验证码错误或已失效').waitFor()
  await dialog(page)
    .getByRole('textbox', { name: '动态口令' })
    .fill(codeOf(secret, stepAt(Date.now())))
  await dialog(page).getByRole('button', { name: '确认绑定' }).click()
  await dialog(page).getByText('请保存恢复码').waitFor()
  const codes = await page.getByRole('list', { name: '恢复码' }).getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await picture(page, 'recovery-codes')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: '下载' }).click()
  expect((await download).suggestedFilename()).toBe('恢复码.txt')
  await dialog(page).getByRole('button', { name: '我已保存' }).click()
  await page.getByText('恢复码剩余 10 个').waitFor()
  await picture(page, 'factors-totp')
  await expectAccessible(page)
  await signOut(page)
  await fillSignIn(page, userName, PASSWORD)
  await page.getByLabel('动态口令').waitFor()
  await picture(page, 'second-totp')
  await expectAccessible(page)
  await page.getByLabel('动态口令').fill('123456')
  await page.getByText('验证码错误或已失效').waitFor()
  // A code that was used is not taken again, so this is the next one, which a clock may be ahead by.
  await page.getByLabel('动态口令').fill(codeOf(secret, stepAt(Date.now()) + 1))
  await page.waitForURL('**/wel/index')
  await signOut(page)
  await fillSignIn(page, userName, PASSWORD)
  await page.getByRole('button', { name: '恢复码' }).click()
  await page.getByLabel('恢复码').fill(codes[0]!)
  await page.getByRole('button', { name: '验证并登录' }).click()
  await page.waitForURL('**/wel/index')
})

test('a user whose role demands a missing factor binds one in a dialog that cannot be closed; then the console opens', async () => {
  const { id, userName } = await createUser()
  await given.demand(id, 'any')
  const { page, touch } = await visit('/login', { width: 1440 })
  await fillSignIn(page, userName, PASSWORD)
  await page.getByText('请绑定二次验证方式').waitFor()
  await picture(page, 'factor-due')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0)
  expect(await dialog(page).getByRole('button', { name: '关闭' }).count()).toBe(0)
  await touch(true)
  await dialog(page).getByRole('button', { name: '添加' }).click()
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
})

test('a demand that comes while a user is working covers the page; a user with a bound factor uses it and continues', async () => {
  const { id, userName } = await createUser()
  const { page, touch } = await signedIn(userName, SECURITY)
  await touch(true)
  await addPasskey(page, '密钥')
  // As in a session begun by password only.
  await fixture.server.kernel.db.updateTable('session').set({ factor: '' }).where('userId', '=', id).execute()
  const roleId = await given.demand(id, 'any')
  fixture.server.kernel.sessions.forget()
  await page.getByRole('navigation', { name: '主菜单' }).getByText('首页').click()
  await page.getByText('您的角色要求二次验证，请用已绑定的方式验证后继续使用。').waitFor()
  await picture(page, 'factor-due-midway')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: '验证' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goto(`${home()}/organiz/index`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await quiet(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await setDemand(roleId, `要求${roleId}`, 'crypto')
  fixture.server.kernel.sessions.forget()
  await fixture.server.withToken((await token(page))!).call(user.page)
})

test('T12 after five minutes removing a factor requires proving the identity, and then continues by itself', async () => {
  const { id, userName } = await createUser()
  const { page, touch } = await signedIn(userName, SECURITY)
  await touch(true)
  await addPasskey(page, '旧密钥')
  await fixture.server.kernel.db.updateTable('session').set({ provenAt: '2026-01-01 00:00:00' }).where('userId', '=', id).execute()
  await page.getByRole('button', { name: '删除 旧密钥' }).click()
  await dialog(page).getByRole('button', { name: '删除' }).click()
  await page.getByText('请先验证身份').waitFor()
  await dialog(page).getByRole('button', { name: '登录密码' }).click()
  await picture(page, 'step-up')
  await expectAccessible(page)
  await dialog(page).getByLabel('登录密码').fill('Wrong#2026')
  await dialog(page).getByRole('button', { name: '验证' }).click()
  await dialog(page).getByText('用户名或密码错误，还可尝试4次').waitFor()
  await dialog(page).getByLabel('登录密码').fill(PASSWORD)
  await dialog(page).getByRole('button', { name: '验证' }).click()
  await page.getByText('还没有登记通行密钥').waitFor()
})

test('the factor that a role demands is set in the role, with the number of affected users shown', async () => {
  const { id } = await createUser()
  const roleId = await given.demand(id, '')
  const page = await fixture.visitAs('1', `/system/systemRoleIndex?name=${encodeURIComponent(`要求${roleId}`)}`, { width: 1800 })
  const row = page.getByRole('row', { name: `要求${roleId}` })
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '编辑' }).click()
  await dialog(page)
    .getByRole('radio', { name: /^任一方式/ })
    .check()
  await dialog(page).getByText('保存后立即生效：1 名用户须完成二次验证').waitFor()
  await picture(page, 'role-second-factor')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await page.getByText('保存成功').waitFor()
  await row.getByText('任一方式').waitFor()
  await picture(page, 'role-list')
  expect(await fixture.server.admin.call(role.byId, { query: { id: roleId } })).toMatchObject({ secondFactor: 'any' })
})

test('T12 an administrator who may edit a user resets the factors of a user who has lost their devices', async () => {
  const { id, realName } = await createUser()
  await given.bindTotp(await fixture.server.as(id))
  const page = await fixture.visitAs('1', `/organiz/detail?id=${id}`, { dark: true })
  await page.getByRole('button', { name: /^更多/ }).click()
  await page.getByRole('menuitem', { name: '重置二次验证' }).click()
  await dialog(page).locator('.ant-modal-confirm-title').getByText(`重置“${realName}”的二次验证？`).waitFor()
  await picture(page, 'factors-reset')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: '重置二次验证' }).click()
  await page.getByText('操作成功').waitFor()
  expect(await fixture.server.kernel.db.selectFrom('totp').select('userId').where('userId', '=', id).execute()).toEqual([])
})

test('where passkeys cannot be used the sign-in page does not offer them and the personal centre says why', async () => {
  const { id } = await createUser()
  const signInPage = await fixture.visit('/login')
  await signInPage.getByRole('button', { name: '登录', exact: true }).waitFor()
  await quiet(signInPage)
  expect(await signInPage.getByRole('button', { name: '通行密钥登录' }).count()).toBe(0)
  const page = await fixture.visitAs(id, SECURITY)
  await page.getByText('当前浏览器或访问地址不能使用通行密钥').waitFor()
  expect(await page.getByRole('region', { name: '通行密钥' }).getByRole('button', { name: '添加' }).count()).toBe(0)
})
