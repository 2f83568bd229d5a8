import { sync } from '@hufu/contract/provisioning/sync'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hrPerson, openHrSource, threeOrgs, type HrSource } from '../server/test/fakes/hr-source.ts'
import { hrConfig, runSync } from '../server/test/syncs.ts'
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
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('F5 a run that moves too many waits and says how long; the share is configurable; after 7 days plan and task are disabled', async () => {
  const { admin, kernel } = fixture.server
  const people = (moved: number) => Array.from({ length: 40 }, (_, n) => hrPerson(n, { dept: n < moved ? 'D2' : 'D1' }))
  source.orgs = threeOrgs
  source.people = people(0)
  const name = '会调整部门的来源'
  const { id } = await admin.call(sync.save, { body: hrConfig(source, { name, cron: '0 0 2 * * ?' }) })
  await runSync(fixture.server, id)

  const page = await fixture.visitAs('1', `/sync/config?task=${id}`, { width: 1440 })
  await button(page, '策略').click()
  const share = page.getByLabel('一次更换主职机构的比例上限（%）')
  expect(await share.inputValue()).toBe('10')
  await checkAccessibility(page, 'sync-policy-moved')
  await share.fill('12')
  await share.scrollIntoViewIfNeeded()
  await picture(page, 'sync-policy-brake')
  await button(page, '保存').click()
  await page.getByText('保存成功').waitFor()

  source.people = people(5)
  const { run } = await runSync(fixture.server, id)
  expect(run).toMatchObject({ state: 'blocked', brake: [{ rule: 'moved', limit: 12, found: 12.5 }] })
  await page.goto(`/sync/config?run=${run.id}`)
  await page.getByText('主职机构大量变化').waitFor()
  await page.getByText('12.5% 的用户更换主职机构，上限 12%', { exact: true }).waitFor()
  await page.getByText(`刹车持续到 ${run.lapseTime} 仍无人处理时，任务会停用。`).waitFor()
  await checkAccessibility(page, 'sync-moved')

  await kernel.pool.query(`update sync_run set blocked_since = now() - interval '7 days' where id = $1`, [run.id])
  await expect.poll(async () => (await admin.call(sync.getRun, { query: { id: run.id } })).state).toBe('lapsed')
  await page.reload()
  await page.getByText('已作废', { exact: true }).waitFor()
  await page.getByText(/满 7 天无人处理，计划作废，任务已停用$/).waitFor()
  expect(await button(page, '放弃').count()).toBe(0)
  await checkAccessibility(page, 'sync-lapsed')
  await page.goto('/sync/config')
  expect(await row(page, name).getByRole('switch').isChecked()).toBe(false)
  await row(page, name).getByText('已停用，不按时间执行').waitFor()
  await picture(page, 'sync-list-lapsed')
  await page.getByRole('button', { name: /^消息中心/ }).click()
  await page
    .getByRole('dialog', { name: '消息中心' })
    .getByRole('link', { name: `同步任务“${name}”的计划满 7 天无人放行，已作废，任务已停用` })
    .waitFor()
})
