import type { Page } from 'playwright-core'
import { CAPTCHA } from '../server/test/settings.ts'
import type { Fixture } from './browser.ts'

/** A user with these pages and, as `page#code`, these buttons. */
export async function createUser({ server: { given, kernel } }: Fixture, ...grants: string[]) {
  const id = await given.user()
  if (grants.length > 0) await given.role(id, ...grants)
  const { userName, realName } = await kernel.db
    .selectFrom('users')
    .select(['userName', 'realName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, userName, realName }
}

/** Fills in the form, which after a failure from this address also asks for the captcha (D-25, mode 2). */
export async function fillSignIn(page: Page, userName: string, password: string) {
  const enter = page.getByRole('button', { name: '登录', exact: true })
  await page.getByLabel('账号').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(password)
  const answered = page.waitForResponse('**/userLogin/login')
  await enter.click()
  const { code } = (await (await answered).json()) as { code: string }
  if (code !== '10002') return
  // The missing field gets the focus.
  await page.getByRole('textbox', { name: '验证码' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(CAPTCHA)
  await enter.click()
}

/** The same in the frame over a page whose session has ended. */
export async function fillSignInAgain(page: Page, password: string, userName?: string) {
  const frame = page.frameLocator('iframe[name=hufu-again]')
  const enter = frame.getByRole('button', { name: '登录', exact: true })
  if (userName !== undefined) await frame.getByLabel('账号').fill(userName)
  await frame.getByLabel('密码', { exact: true }).fill(password)
  const answered = page.waitForResponse('**/userLogin/login')
  await enter.click()
  const { code } = (await (await answered).json()) as { code: string }
  if (code !== '10002') return
  await frame.getByRole('textbox', { name: '验证码' }).fill(CAPTCHA)
  await enter.click()
}

export const token = (page: Page) => page.evaluate(() => localStorage.getItem('idaas-token'))

/** Changes a configuration value, effective at once. */
export async function configure({ server: { kernel } }: Fixture, configKey: string, configValue: string) {
  await kernel.db.updateTable('config').set({ configValue }).where('configKey', '=', configKey).execute()
  await kernel.config.refresh()
}
