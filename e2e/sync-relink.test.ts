import { sync } from '@hufu/contract/provisioning/sync'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrSource } from '../server/test/fakes/hr-source.ts'
import { peopleConfig, runSync } from '../server/test/syncs.ts'
import { checkAccessibility, openFixture, picture, type Fixture } from './browser.ts'

let fixture: Fixture
let source: HrSource
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_ALLOW_LOOPBACK: '1' } })
  source = await openHrSource()
})
afterAll(async () => {
  await source?.close()
  await fixture?.close()
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog').last()
const people = (from: number, count: number) => Array.from({ length: count }, (_, n) => hrPerson(from + n, { number: `N${from + n}` }))
const originsOf = async (syncId: string) =>
  (await fixture.server.kernel.pool.query('select origin_id from sync_link where sync_id = $1 order by 1', [syncId])).rows.map(row => row.origin_id) // prettier-ignore
const dark = async (page: Page, name: string) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await picture(page, name)
}

test('F5, F9 the ids of a source are replaced from the list of tasks: a plan is reviewed, and running it changes the links', async () => {
  source.people = people(100, 4)
  const name = `换标识的来源${fixture.server.given.next()}`
  const { id } = await fixture.server.admin.call(sync.save, { body: peopleConfig(source, { name }) })
  await runSync(fixture.server, id)
  source.people = people(100, 3)
  const page = await fixture.visitAs('1', '/sync/config', { width: 1440 })
  await button(page, `更多操作 ${name}`).click()
  await page.getByRole('menuitem', { name: '更改标识' }).click()
  await dialog(page).getByText('现在取自 id').waitFor()
  await dialog(page).getByText('放行之前不改动任何数据').waitFor()
  await dialog(page).getByLabel('用户标识').fill('number')
  await checkAccessibility(page, 'sync-relink')
  await picture(page, 'sync-relink')
  await dark(page, 'sync-relink-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await button(page, '读取并生成计划').click()
  await page.getByText('更改标识的计划，尚未更改任何关联').waitFor()
  await button(page, /3 修改/).waitFor()
  await button(page, /1 保留/).waitFor()
  expect(await button(page, /离开/).count()).toBe(0)
  expect(await button(page, '只做新增与修改').count()).toBe(0)
  expect(await originsOf(id)).toEqual([100, 101, 102, 103].map(n => `H${n}`))
  await checkAccessibility(page, 'sync-relink-plan')
  await picture(page, 'sync-relink-plan')
  await button(page, '执行').click()
  await dialog(page).getByText('不修改机构和用户').waitFor()
  await dialog(page).getByRole('button', { name: '执行', exact: true }).click()
  await expect.poll(() => originsOf(id)).toEqual(['H103', 'N100', 'N101', 'N102'])
  await page.getByText('3 个关联已改用新的标识').first().waitFor()
})

test('F7, F10 15 the steps say what WeCom no longer provides, that Feishu needs nightly runs only, and that sources skip reviews', async () => {
  const make = async (type: 'wecom' | 'feishu', options: Record<string, unknown>) => {
    const body = {
      name: `${type}${fixture.server.given.next()}`,
      direction: 'in' as const,
      objectType: 'user' as const,
      type,
      options,
      secret: 'secret',
      cron: '0 0 3 * * ?',
    }
    const mapping = [{ to: 'originUserId', from: 'id' }, { to: 'userName', from: 'id' }, { to: 'realName', from: 'name' }] // prettier-ignore
    return (await fixture.server.admin.call(sync.save, { body: { ...body, mapping } })).id
  }
  const page = await fixture.show(`/sync/config?task=${await make('wecom', { corpId: 'ww1' })}`, 1440)
  await page.getByText('手机号只在为空时写入').waitFor()
  await checkAccessibility(page, 'sync-wecom')
  await picture(page, 'sync-wecom')
  await button(page, '策略').click()
  await page.getByText('不提交审核').waitFor()
  await checkAccessibility(page, 'sync-no-review')
  await picture(page, 'sync-no-review')
  await page.goto(`/sync/config?task=${await make('feishu', { appId: 'cli1' })}`)
  await page.getByText('每晚全量一次足够').waitFor()
  await button(page, '计划').click()
  await page.getByLabel('按时间自动执行').waitFor()
  await page.getByText('每晚全量一次足够').waitFor()
  await picture(page, 'sync-feishu-schedule')
})

test('F9, X-SYNC-11 the log shows why rows failed and how many for each reason; one click filters them, another shows all', async () => {
  source.people = Array.from({ length: 9 }, (_, n) => hrPerson(300 + n, n < 6 ? { number: '<' } : n < 8 ? { login: '' } : {}))
  const name = `有失败的来源${fixture.server.given.next()}`
  const { id } = await fixture.server.admin.call(sync.save, { body: peopleConfig(source, { name }) })
  await runSync(fixture.server, id)
  const page = await fixture.visitAs('1', `/sync/syncLog?syncId=${id}`, { width: 1440 })
  const reasons = page.getByRole('region', { name: '失败的原因' })
  const illegal = reasons.getByRole('button', { name: /非法字符.*6 条/ })
  await illegal.waitFor()
  await checkAccessibility(page, 'sync-log-failures')
  await picture(page, 'sync-log-failures')
  await illegal.click()
  await expect.poll(() => illegal.getAttribute('aria-pressed')).toBe('true')
  const rows = page.getByRole('table').getByRole('row').filter({ hasText: '非法字符' })
  await expect.poll(() => rows.count()).toBe(6)
  await expect.poll(() => page.getByRole('row').filter({ hasText: '成功' }).count()).toBe(0)
  await picture(page, 'sync-log-failures-chosen')
  await dark(page, 'sync-log-failures-dark')
  await illegal.click()
  await expect.poll(() => page.getByRole('row').filter({ hasText: '成功' }).count()).toBeGreaterThan(0)
})
