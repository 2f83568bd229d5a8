import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/given.ts'
import { CAPTCHA } from '../server/test/settings.ts'
import { checkAccessibility, openFixture, type Fixture } from './browser.ts'
import { expectEnglish, noteAnswers } from './english.ts'
import { createUser, token } from './sign-in-page.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_LANGUAGE: 'en' } })
})
afterAll(() => fixture.close())

const submit = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })
const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)
const cookieOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'hufu-language')

async function enter(page: Page, userName: string, password: string) {
  await page.getByLabel('Account').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const answered = page.waitForResponse('**/userLogin/login')
  await submit(page).click()
  return (await (await answered).json()) as { code: string; message: string }
}

test('rule 10: with HUFU_LANGUAGE=en the sign-in page is English and contains no Chinese character', async () => {
  const { userName } = await createUser(fixture, '/wel/index')
  const page = await fixture.visit('/login', { width: 1440 })
  await submit(page).waitFor()
  expect(await languageOf(page)).toBe('en')
  expect(await page.title()).toBe('Unified Identity')
  await expectEnglish(page)
  await checkAccessibility(page, 'english-1440')

  await submit(page).click()
  await page.getByText('Enter your account').waitFor()
  await page.getByText('Enter your password').waitFor()
  await page.getByLabel('Account').fill('<ann>')
  await submit(page).click()
  await page.getByText('Not allowed here: <>').waitFor()
  await expectEnglish(page)

  expect(await enter(page, userName, 'Wrong#2026')).toMatchObject({ code: '4', message: 'Wrong user name or password, 4 tries left' })
  await page.getByText('Wrong user name or password, 4 tries left').waitFor()
  const box = page.getByRole('textbox', { name: 'Verification code' })
  await box.waitFor()
  await expectEnglish(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await checkAccessibility(page, 'english-captcha-1280')

  await box.fill('XXXX')
  expect(await enter(page, userName, PASSWORD)).toMatchObject({ message: 'The verification code is wrong or has expired' })
  await page.getByText('The verification code is wrong or has expired').waitFor()
  await expectEnglish(page)
  await box.fill(CAPTCHA)
  expect(await enter(page, userName, PASSWORD)).toMatchObject({ code: expect.stringMatching(/^(0|success)$/) })
  await page.waitForURL('**/wel/index')
  expect(await token(page)).toMatch(/^[\w-]{43}$/)
  await page.getByRole('link', { name: 'Home', exact: true }).waitFor()
  expect(await languageOf(page)).toBe('en')
})

test('rule 10: the password recovery is in English', async () => {
  const page = await fixture.visit('/retrieve')
  await page.getByRole('heading', { name: 'Recover password' }).waitFor()
  await expectEnglish(page)
})

test('D-24 a disabled account is refused in English', async () => {
  const disabled = await createUser(fixture)
  const { db } = fixture.server.kernel
  await db.updateTable('users').set({ status: 0 }).where('id', '=', disabled.id).execute()
  const page = await fixture.visit('/login')
  await submit(page).waitFor()
  const answer = await enter(page, disabled.userName, PASSWORD)
  if (answer.code === '10002') {
    await page.getByRole('textbox', { name: 'Verification code' }).fill(CAPTCHA)
    await enter(page, disabled.userName, PASSWORD)
  }
  await page.getByText('The account is disabled, please contact your administrator').waitFor()
  await expectEnglish(page)
})

test('rule 10: the shell, the palette, the user menu and a question are in English', async () => {
  const page = await fixture.visitAs('1', '/config.json', { width: 1440 })
  noteAnswers(page)
  await page.goto('/organiz/index')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu
    .getByRole('link', { name: 'Application grants' })
    .or(menu.getByRole('button', { name: 'Directory' }))
    .first()
    .waitFor()
  await page.locator('.table tbody tr:not([aria-hidden])').first().waitFor()
  await expectEnglish(page)
  await checkAccessibility(page, 'english-shell-1440')
  await page.setViewportSize({ width: 1280, height: 800 })
  await checkAccessibility(page, 'english-shell-1280')

  await page.locator('button.user').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await expectEnglish(page, '[role=menu]')
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox').fill('dark')
  await page.getByRole('option', { name: 'Appearance: dark' }).waitFor()
  await expectEnglish(page, '[role=dialog], dialog')
  await page.getByRole('dialog').getByRole('combobox').fill('sign-in log')
  await page.getByRole('option', { name: 'Sign-in log', exact: true }).waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('F1')
  await page.getByRole('button', { name: 'All guides' }).waitFor()
  await expectEnglish(page, 'dialog')
  await checkAccessibility(page, 'english-help')
})

test('rule 10: a menu that an administrator has renamed keeps that name', async () => {
  const { db } = fixture.server.kernel
  await db.updateTable('menu').set({ name: '短信' }).where('menuUri', '=', '/audit/sms').execute()
  const page = await fixture.visitAs('1', '/audit/sms')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: '短信', exact: true }).waitFor()
  await menu.getByRole('link', { name: 'Sign-in log', exact: true }).waitFor()
})

test('rule 10: unless the setting says otherwise the page is Chinese, and the user can choose', async () => {
  const usual = await openFixture()
  try {
    for (const path of ['/login', '/english.html']) {
      const page = await usual.visit('/404')
      const requests: string[] = []
      page.on('request', request => requests.push(request.url()))
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      expect(await languageOf(page)).toBe('zh-CN')
      expect(await page.title()).toBe('统一身份认证')
      expect(requests.filter(url => url.includes('/assets/en/'))).toEqual([])
    }

    const page = await usual.visit('/login?uri=%2Faccount%2Fapps')
    await page.getByRole('button', { name: 'English', exact: true }).click()
    await submit(page).waitFor()
    expect(await languageOf(page)).toBe('en')
    expect(await cookieOf(page)).toMatchObject({ value: 'en', path: '/', sameSite: 'Lax', secure: false })
    await expectEnglish(page)
    await page.getByRole('button', { name: '中文', exact: true }).click()
    await page.getByRole('button', { name: '登录', exact: true }).waitFor()
    expect((await cookieOf(page))!.value).toBe('zh')
  } finally {
    await usual.close()
  }
})

test('rule 10: inside the console the user menu and the palette change the language, and the page stays', async () => {
  const page = await fixture.visitAs('1', '/organiz/work-group?name=x')
  await page.locator('button.user').click()
  await page.getByRole('menuitem', { name: '中文' }).click()
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/organiz/work-group?name=x')
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox').fill('english')
  await page.getByRole('option', { name: 'English' }).click()
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  expect(await languageOf(page)).toBe('en')
})

test('rule 10: a cookie with an unsupported language is ignored', async () => {
  const page = await fixture.visit('/login')
  for (const value of ['fr', '__proto__', '../index']) {
    const { address } = fixture.server
    const answer = await fetch(`${address}/login`, { headers: { cookie: `hufu-language=${encodeURIComponent(value)}` } })
    expect(await answer.text()).toContain('<html lang="en">')
  }
  await submit(page).waitFor()
})
