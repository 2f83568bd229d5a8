import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockOut, userNameOf } from '../server/test/attempts.ts'
import { hasFocus, openFixture, picture, type Fixture } from './browser.ts'

let fixture: Fixture
let org: string
beforeAll(async () => {
  fixture = await openFixture()
  org = await fixture.server.given.org({ name: '查找处' })
})
afterAll(() => fixture?.close())

const palette = (page: Page) => page.getByRole('combobox', { name: '查找页面、应用、用户与机构' })
const open = async (path = '/wel/index') => {
  const page = await fixture.visitAs('1', path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  return page
}
/** Types, waits for the first hit and takes it. */
async function take(page: Page, typed: string, first: RegExp) {
  await palette(page).fill(typed)
  await page.getByRole('option', { selected: true }).filter({ hasText: first }).waitFor()
  await page.keyboard.press('Enter')
}

test('a field is found by another word for it, and is marked on the page that opens', async () => {
  const page = await open()
  await palette(page).fill('水印')
  const hit = page.getByRole('option', { name: /页面水印.*基础设置/ })
  await hit.waitFor()
  await picture(page, 'palette-labels')
  await hit.click()
  await page.waitForURL('**/system/securityConfig?tab=base')
  const label = page.locator('.marked', { hasText: '页面水印' })
  await label.waitFor()
  await picture(page, 'palette-mark')
  await expect.poll(() => hasFocus(page.getByRole('switch', { name: '页面水印' }))).toBe(true)
  await label.waitFor({ state: 'detached' })
})

test('a setting in 配置管理 and a chapter of the guide are found by their names', async () => {
  const page = await open()
  await take(page, '每个用户的文件空间', /每个用户的文件空间.*配置管理/)
  await page.waitForURL('**/devops/config?configKey=fileUserMegabytes')
  await page.getByRole('row').filter({ hasText: 'fileUserMegabytes' }).waitFor()
  await page.keyboard.press('Control+k')
  await take(page, '批量新增与表格导入', /批量新增与表格导入/)
  await page.waitForURL('**/account/guide#import')
})

test('an act and a name open the act with that user chosen; Enter does it', async () => {
  const { given } = fixture.server
  await given.user({ org, realName: '刘爱涵', userName: 'liuaihan' })
  const locked = await given.user({ org, realName: '刘亭亭' })
  const page = await open()
  await take(page, '重置密码 刘爱涵', /重置密码 刘爱涵/)
  await page.getByRole('dialog', { name: '重置密码' }).getByText('刘爱涵').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await take(page, '停用liuaihan', /停用用户 刘爱涵/)
  await page.getByRole('dialog', { name: /停用“刘爱涵/ }).waitFor()
  await page.keyboard.press('Escape')
  const userName = await userNameOf(fixture.server, locked)
  await lockOut(fixture.server, userName)
  await page.keyboard.press('Control+k')
  await take(page, `jiesuo ${userName}`, /解锁 刘亭亭/)
  await page
    .getByRole('dialog', { name: /刘亭亭/ })
    .getByRole('button', { name: '解锁' })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await take(page, '给刘爱涵加角色', /添加系统角色 刘爱涵/)
  await page.getByRole('dialog', { name: '添加管理员' }).getByText('刘爱涵').waitFor()
})

test('an act that a user does not need says so', async () => {
  await fixture.server.given.user({ org, realName: '史无锁', userName: 'shiwusuo' })
  const page = await open()
  await take(page, '解锁 shiwusuo', /解锁 史无锁/)
  await page.getByText('史无锁 没有被锁定').waitFor()
})
