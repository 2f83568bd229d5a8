import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/given.ts'
import { createUser as createUserIn, token, fillSignIn } from './sign-in-page.ts'
import { checkAccessibility, expectAccessible, hasFocus, openFixture, picture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const createUser = (...pages: string[]) => createUserIn(fixture, ...pages)

test('the sign-in page is in English for who is sent to it with ui_locales=en (OpenID Connect Core, 3.1.2.1)', async () => {
  const page = await fixture.visit('/login?ui_locales=en')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.goto(new URL('/login', page.url()).href)
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
})

test('LOGIN-01, LOGIN-09, LOGIN-12, LOGIN-19, CONST-01 name and password open the console; the token is in local storage', async () => {
  const { userName } = await createUser('/wel/index', '/organiz/index')
  const page = await fixture.visit('/')
  await page.waitForURL('**/login')
  await expectAccessible(page)
  await picture(page, 'login')
  const bodies: unknown[] = []
  const requests: string[] = []
  page.on('request', request => {
    requests.push(new URL(request.url()).pathname)
    if (request.url().endsWith('/userLogin/login')) bodies.push(request.postDataJSON())
  })
  await fillSignIn(page, userName, PASSWORD)
  await page.waitForURL('**/wel/index')
  expect(Object.keys(bodies[0] as object).sort()).toEqual(['code', 'loginId', 'loginName', 'pwd'])
  expect(JSON.stringify(bodies)).not.toContain(PASSWORD)
  expect(await token(page)).toMatch(/^[\w-]{43}$/)
  for (const path of ['/api/menu/getAuthMenuByUserId', '/api/menu/listAuthMenu'])
    expect(requests.filter(one => one === path)).toHaveLength(1)
})

test('D-24 a refusal is shown in the form, the same for a wrong password and an unknown name', async () => {
  const { userName } = await createUser()
  for (const name of [userName, 'nobody-there']) {
    const page = await fixture.visit('/login')
    await fillSignIn(page, name, 'Wrong#2026')
    await page.getByText('用户名或密码错误，还可尝试4次').waitFor()
    expect(await token(page)).toBeNull()
    await expectAccessible(page)
  }
})

test('N-06 a plain sentence requires the captcha: the password stays, its field has the focus, the keyboard passes without a picture', async () => {
  const { userName } = await createUser('/wel/index', '/organiz/index')
  const failing = await fixture.visit('/login')
  await fillSignIn(failing, 'nobody-there', 'Wrong#2026')
  const page = await fixture.visit('/login')
  await page.getByLabel('账号').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('为确认是您本人操作，请输入图中字符').waitFor()
  const box = page.getByRole('textbox', { name: '验证码' })
  await box.and(page.locator(':focus')).waitFor()
  expect(await page.locator('.refusal').innerText()).toBe('')
  expect(await page.getByLabel('密码', { exact: true }).inputValue()).toBe(PASSWORD)
  await expectAccessible(page)
  await picture(page, 'login-captcha')
  const offer = page.getByRole('button', { name: '不方便看图？点此验证' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await offer.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('已通过验证，请继续').waitFor({ timeout: 60_000 })
  await expectAccessible(page)
  await page.getByLabel('密码', { exact: true }).press('Enter')
  await page.waitForURL('**/wel/index')
})

test('ROUTE-01 to ROUTE-06 without a token the public pages open, everything else leads to /login', async () => {
  for (const path of ['/login', '/retrieve', '/unauth', '/log', '/404']) {
    const page = await fixture.visit(path)
    await page.locator('h1, h2').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    await expectAccessible(page)
  }
  for (const path of ['/organiz/index', '/account/settings', '/nonsense']) {
    const page = await fixture.visit(path)
    await page.waitForURL('**/login')
  }
})

test('LOGIN-17, LOGIN-20, LOGIN-18, ERR-09, PERM-23, O-21 with a token /login leads on; without menus to /unauth, which can sign out', async () => {
  const { id } = await createUser('/wel/index')
  const page = await fixture.visitAs(id, '/login')
  await page.waitForURL('**/wel/index')
  const poor = await fixture.visitAs((await createUser()).id, '/')
  await poor.waitForURL('**/unauth')
  await poor.getByText('您暂无任何菜单权限，请联系管理员').waitFor()
  await poor.getByRole('button', { name: '返回登录' }).click()
  await poor.waitForURL('**/login')
  expect(await token(poor)).toBeNull()
})

test('LOGIN-21, PERM-15, PERM-23, ERR-08 entering at a page that is not granted warns for eight seconds, then opens a permitted one', async () => {
  const { id } = await createUser('/wel/index')
  const page = await fixture.visitAs(id, '/config.json')
  await page.clock.install()
  await page.goto('/sync/config')
  const warning = page.getByText('访问失败，菜单权限不足，将自动跳转至有权访问的页面', { exact: true })
  await warning.waitFor()
  await page.waitForURL('**/wel/index')
  // The exact duration is tested in notices.test.ts; here only that the warning stays for a while, and ends.
  await page.clock.fastForward(4000)
  expect(await warning.count()).toBe(1)
  await page.clock.fastForward(4000)
  await warning.waitFor({ state: 'detached' })
})

test('D-39 the page requested before signing in opens after it', async () => {
  const { userName } = await createUser('/wel/index', '/organiz/index')
  const page = await fixture.visit('/organiz/index?hasIncludeChild=true')
  await page.waitForURL('**/login')
  await fillSignIn(page, userName, PASSWORD)
  await page.waitForURL('**/organiz/index?*')
})

test('LOGIN-13 to LOGIN-16 ticket and code are tried once and removed from the address, other parameters stay', async () => {
  const { id } = await createUser('/wel/index')
  for (const name of ['ticket', 'code']) {
    const page = await fixture.visit('/404')
    const requests: string[] = []
    page.on('request', request => request.url().includes(`/common/${name}Login`) && requests.push(`${request.method()} ${request.url()}`))
    await page.goto(`/?${name}=rubbish&x=1`)
    await page.getByRole('button', { name: '登录', exact: true }).waitFor()
    expect([new URL(page.url()).pathname, new URL(page.url()).search]).toEqual(['/login', '?x=1'])
    expect(requests).toEqual([`GET ${fixture.server.address}/api/common/${name}Login?${name}=rubbish`])
    await page.goto(`/login?${name}=rubbish&x=1`)
    await page.getByRole('button', { name: '登录', exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?x=1')
    for (const path of ['/', '/wel/index']) {
      const inside = await fixture.visitAs(id, `${path}?${name}=rubbish&x=1`)
      await inside.getByRole('navigation', { name: '主菜单' }).waitFor()
      expect([new URL(inside.url()).pathname, new URL(inside.url()).search]).toEqual(['/wel/index', '?x=1'])
    }
  }
})

test('CONST-02, CONST-03, D-68 remembered for seven days: the cookies hold a name and a device, never the password', async () => {
  const { userName } = await createUser('/wel/index')
  const page = await fixture.visit('/login')
  const box = page.getByRole('checkbox', { name: '7天内记住登录', exact: true, description: '退出登录后不再记住，请勿在公用电脑上勾选' })
  await checkAccessibility(page, 'remember')
  await box.check()
  await fillSignIn(page, userName, PASSWORD)
  await page.waitForURL('**/wel/index')
  const cookies = await page.context().cookies()
  for (const name of ['idaas-remember-name', 'idaas-remember-pwd']) {
    const cookie = cookies.find(one => one.name === name)!
    expect(Math.round((cookie.expires - Date.now() / 1000) / 3600)).toBe(168)
    expect(cookie.sameSite).toBe('Strict')
  }
  expect(JSON.stringify(cookies)).not.toContain(PASSWORD)
  expect(cookies.find(one => one.name === 'idaas-remember-pwd')!.httpOnly).toBe(true)
})

test('FORCE-02, FORCE-05 to FORCE-07, FORCE-09, ERR-03, N-13 the first password must be changed first, and the session goes on with the new one', async () => {
  const { id } = await createUser('/wel/index')
  await fixture.server.kernel.db.updateTable('users').set({ passwordFrom: 'created' }).where('id', '=', id).execute()
  const page = await fixture.visitAs(id, '/wel/index')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expect.poll(() => hasFocus(dialog.getByLabel('新密码'))).toBe(true)
  await picture(page, 'forced-change')
  await expectAccessible(page)
  expect(await dialog.getByRole('button', { name: '关闭' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('请输入密码').waitFor()
  await dialog.getByText('请输入确认密码').waitFor()
  await dialog.getByLabel('新密码').fill('Fresh#2026')
  await dialog.getByLabel('确认密码').fill('Other#2026')
  await dialog.getByText('两次密码不相同').waitFor()
  await dialog.getByLabel('确认密码').fill('Fresh#2026')
  const sent = page.waitForRequest('**/currentUserUpdatePassword')
  await dialog.getByRole('button', { name: '确定' }).click()
  expect(JSON.stringify((await sent).postDataJSON())).not.toContain('Fresh#2026')
  await page.getByText('修改密码成功', { exact: true }).waitFor()
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/wel/index')
  await page.reload()
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  expect(await dialog.count()).toBe(0)
})

test('N-13 after the change of a reset password the sign-in page has the account and asks for the new password', async () => {
  const { id, userName } = await createUser('/wel/index')
  await fixture.server.kernel.db.updateTable('users').set({ passwordFrom: 'reset' }).where('id', '=', id).execute()
  const page = await fixture.visitAs(id, '/wel/index')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('新密码').fill('Fresh#2026')
  await dialog.getByLabel('确认密码').fill('Fresh#2026')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.waitForURL('**/login')
  await page.getByText('修改密码成功', { exact: true }).waitFor()
  expect(await token(page)).toBeNull()
  await page.getByText('请用新密码登录').waitFor()
  expect(await page.getByLabel('账号', { exact: true }).inputValue()).toBe(userName)
  const password = page.getByLabel('密码', { exact: true })
  await expect.poll(() => hasFocus(password)).toBe(true)
  await picture(page, 'new-password')
  await fillSignIn(page, userName, 'Fresh#2026')
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
})

test('FORCE-04, ERR-12, ERR-13 an expired password is announced first', async () => {
  const { id } = await createUser('/wel/index')
  await fixture.server.kernel.db.updateTable('users').set({ passwordTime: '2020-01-01 00:00:00' }).where('id', '=', id).execute()
  const page = await fixture.visitAs(id, '/wel/index')
  await page.getByText('定期修改密码').waitFor()
  await page.getByText('您的密码已经过期，为了保证您的账号安全，请修改密码！').waitFor()
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByLabel('确认密码').waitFor()
})

test('SHELL-25, PWD-02 to PWD-04, PWD-08, ENT-32, ERR-04, ERR-05 a user changes their own password and signs in again', async () => {
  const { id } = await createUser('/wel/index')
  const page = await fixture.visitAs(id, '/wel/index')
  await page.getByRole('button', { name: /人员/ }).click()
  await page.getByText('修改密码', { exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '确定' }).click()
  for (const sentence of ['请输入旧密码', '请输入新密码', '请再次输入新密码']) await dialog.getByText(sentence).first().waitFor()
  await dialog.getByLabel('旧密码').fill(PASSWORD)
  await dialog.getByLabel('新密码', { exact: true }).fill('x'.repeat(21))
  expect(await dialog.getByLabel('新密码', { exact: true }).inputValue()).toHaveLength(20)
  await dialog.getByLabel('新密码', { exact: true }).fill('Fresh#2026')
  await dialog.getByLabel('确认密码').fill('Fresh#2026')
  await expectAccessible(page)
  const sent = page.waitForRequest('**/v3/user/updatePassword')
  await dialog.getByRole('button', { name: '确定' }).click()
  expect(Object.keys((await sent).postDataJSON() as object).sort()).toEqual(['oldPassword', 'password', 'userId'])
  await page.getByText('密码修改成功，请重新登录！').waitFor()
  await page.waitForURL('**/login')
  expect(await token(page)).toBeNull()
})
