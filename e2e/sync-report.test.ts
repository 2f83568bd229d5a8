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

test('F9, X-SYNC-09 the field with the total of a source is proposed and stored; a report links to every row that differs', async () => {
  const { admin } = fixture.server
  source.people = Array.from({ length: 130 }, (_, n) => hrPerson(n, n < 120 ? { number: '<' } : {}))
  const { id } = await admin.call(sync.save, { body: peopleConfig(source, { name: `有总数的来源${fixture.server.given.next()}` }) })
  const page = await fixture.visitAs('1', `/sync/config?task=${id}`, { width: 1440 })
  await button(page, '范围').click()
  await page.getByLabel('总数位置').waitFor()
  await button(page, '测试连接').click()
  await button(page, '使用 data.total').click()
  expect(await page.getByLabel('总数位置').inputValue()).toBe('data.total')
  await checkAccessibility(page, 'sync-total')
  await picture(page, 'sync-total')
  await button(page, '策略').click()
  await page.getByLabel('不存在满几天后才处理').fill('7')
  await checkAccessibility(page, 'sync-gone-days')
  await picture(page, 'sync-gone-days')
  await button(page, '保存').click()
  await page.getByText('保存成功').waitFor()
  const stored = await admin.call(sync.byId, { query: { id } })
  expect([stored.options.totalPath, stored.policy.goneDays]).toEqual(['data.total', 7])

  const { run } = await runSync(fixture.server, id)
  expect(run).toMatchObject({ state: 'part', report: { differenceCount: 120 } })
  await page.goto(`/sync/config?run=${run.id}`)
  await page.getByText('部分成功，120 条不一致').first().waitFor()
  await page.getByText('仅列出前 100 条，共 120 条。').waitFor()
  await checkAccessibility(page, 'sync-part')
  await picture(page, 'sync-report')
  await button(page, '查看全部').click()
  await expect.poll(() => button(page, /120 不一致/).getAttribute('aria-pressed')).toBe('true')
  await page
    .getByText(/共 120 条/)
    .last()
    .waitFor()
  await button(page, /120 不一致/).scrollIntoViewIfNeeded()
  await checkAccessibility(page, 'sync-differences')
  await picture(page, 'sync-differences')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await picture(page, 'sync-differences-dark')
})
