import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/given.ts'
import { CAPTCHA } from '../server/test/settings.ts'
import { checkAccessibility, openFixture, type Fixture } from './browser.ts'
import { someone, token } from './sign-in-page.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_LANGUAGE: 'en' } })
})
afterAll(() => fixture.close())

/** What is seen or read out: texts, title, and the attributes that speak. */
const wordsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder', 'value']
    const attributes = [...document.querySelectorAll('*')].flatMap(element => spoken.map(name => element.getAttribute(name) ?? ''))
    return [document.title, document.documentElement.textContent, ...attributes]
  })
const chinese = /[\p{Script=Han}\u3000-\u303F\uFF01-\uFF5E“”]/u
const expectEnglish = async (page: Page) => expect((await wordsOf(page)).filter(words => chinese.test(words))).toEqual([])

const submit = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

async function enter(page: Page, userName: string, password: string) {
  await page.getByLabel('Account').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const answered = page.waitForResponse('**/userLogin/login')
  await submit(page).click()
  return (await (await answered).json()) as { code: string; message: string }
}

test('rule 10: with HUFU_LANGUAGE=en one signs in through an English page, on which no Chinese character stands', async () => {
  const { userName } = await someone(fixture, '/wel/index')
  const page = await fixture.visit('/login', { width: 1440 })
  await submit(page).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
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
  // What follows is Chinese, and says so.
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
})

test('D-24 a disabled account is refused in English', async () => {
  const disabled = await someone(fixture)
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

test('rule 10: unless the setting says so the page is Chinese, and nothing English is loaded or offered', async () => {
  const usual = await openFixture()
  try {
    for (const path of ['/login', '/english.html']) {
      const page = await usual.visit('/404')
      const asked: string[] = []
      page.on('request', request => asked.push(request.url()))
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
      expect(await page.title()).toBe('统一身份认证')
      expect(asked.filter(url => /\/assets\/english/.test(url))).toEqual([])
    }
  } finally {
    await usual.close()
  }
})
