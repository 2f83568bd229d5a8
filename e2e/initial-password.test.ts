import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFixture, picture, quiet, type Fixture } from './browser.ts'
import { configure } from './sign-in-page.ts'

let fixture: Fixture
let org: string
beforeAll(async () => {
  fixture = await openFixture()
  const { given } = fixture.server
  org = await given.org({ name: '初始处' })
  await given.user({ org, realName: '初始甲' })
  await given.user({ org, realName: '初始乙' })
})
afterAll(() => fixture?.close())

const setInitial = (password: string) =>
  configure(fixture, 'defaultPassword', password && fixture.server.kernel.keys.encrypt('config', password))

/** Opens the reset of these users, by the row of one or by the batch bar. */
async function openReset(page: Page, how: 'row' | 'batch') {
  await page.goto(`/organiz/index?orgId=${org}`)
  if (how === 'row') {
    await page.getByRole('row').filter({ hasText: '初始甲' }).getByRole('button', { name: '重置密码' }).click()
  } else {
    await page.getByRole('checkbox', { name: '选择本页全部' }).click()
    await page.locator('.batch-bar').getByRole('button', { name: '重置密码' }).click()
  }
  await page.getByRole('dialog').getByText('随机密码').waitFor()
  await quiet(page)
  return page.getByRole('dialog')
}

test('D-47 a reset offers the common initial password only when one is set, also to who may do nothing else', async () => {
  const { given } = fixture.server
  const officer = await given.user()
  await given.role(officer, '/organiz/index#reset-password')
  for (const [user, ...ways] of [
    ['1', 'row', 'batch'],
    [officer, 'batch'],
  ] as const) {
    await setInitial('')
    const page = await fixture.visitAs(user, '/config.json')
    for (const how of ways) {
      const dialog = await openReset(page, how)
      expect(await dialog.getByText('统一初始密码').count()).toBe(0)
      expect(await dialog.getByRole('radio').count()).toBe(0)
      await picture(page, `reset-without-initial-${how}`)
    }
    await setInitial('Tiger#2026')
    for (const how of ways) {
      const dialog = await openReset(page, how)
      await dialog.getByRole('radio', { name: '统一初始密码' }).check()
      await dialog.getByText('使用“基础设置”中配置的初始密码。').waitFor()
      await picture(page, `reset-with-initial-${how}`)
    }
  }
})

test('D-47 the form of a new user offers the common initial password only when one is set', async () => {
  const page = await fixture.visitAs('1', '/config.json')
  // 更多, where the passwords are, was left open.
  await page.evaluate(() => localStorage.setItem('hufu-user-form-more', '1'))
  const open = async () => {
    await page.goto(`/organiz/user?orgId=${org}`)
    await page.getByRole('radio', { name: '随机密码' }).waitFor()
    await quiet(page)
    return page.getByRole('radio', { name: '统一初始密码' }).count()
  }
  await setInitial('')
  expect(await open()).toBe(0)
  await picture(page, 'new-user-without-initial')
  await setInitial('Tiger#2026')
  expect(await open()).toBe(1)
})
