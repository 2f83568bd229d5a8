import type { Page } from 'playwright-core'
import { appSetting } from '@hufu/contract/apps/app-setting'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPushReceiver, PUSH_SECRET, type PushReceiver } from '../server/test/fakes/push-receiver.ts'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
let receiver: PushReceiver
let orgId: string, appId: string
const APP = '门禁系统'

beforeAll(async () => {
  receiver = await openPushReceiver()
  fixture = await openFixture({ settings: { HUFU_ALLOW_LOOPBACK: '1' } })
  const { admin, given } = fixture.server
  orgId = await given.org({ name: '推送部', code: 'PUSH' })
  appId = await given.app({ name: APP })
  await admin.call(appSetting.update, {
    body: { appId, tokenSeconds: 3600, openPush: 1, singleLogout: 1, pushUrl: `${receiver.address}/gate`, pushObject: 'all', pushSecret: PUSH_SECRET },
  }) // prettier-ignore
})
afterAll(async () => {
  await fixture?.close()
  await receiver?.close()
})

const dialog = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, ...texts: string[]) => texts.reduce((rows, hasText) => rows.filter({ hasText }), page.getByRole('row'))
/** A name that is new at each attempt, because a retry finds what the first attempt left. */
const uniqueName = (name: string) => name + fixture.server.given.next()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
async function pushTo(page: Page) {
  await dialog(page).getByLabel(APP).check()
  await inDialog(page, '推送')
}

test('USER-38, ROUTE-62, X-SYNC-11 to X-SYNC-13 users are pushed from the list; a refused push is retried from the log', async () => {
  const { given } = fixture.server
  const [taken, refused] = [uniqueName('高推送'), uniqueName('欧被拒')]
  await given.user({ org: orgId, realName: taken })
  await given.user({ org: orgId, realName: refused })
  receiver.behave(({ data }) => (data.realName === refused ? { status: 422, text: '{"error":"no such card"}' } : { status: 200 }))
  const page = await fixture.visitAs('1', `/organiz/index?orgId=${orgId}`, { width: 1440 })
  for (const name of [taken, refused]) await row(page, name).getByRole('checkbox').check()
  await press(page, '推送到应用')
  await dialog(page).getByText('向所选应用推送选中的 2 名用户现在的数据，不包含密码。').waitFor()
  await expectAccessible(page)
  await picture(page, 'push-dialog')
  await inDialog(page, '推送')
  await dialog(page).getByText('请选择应用').waitFor()
  await pushTo(page)
  await page.getByText('推送完成，成功1条，失败1条').first().waitFor()

  await page.goto('/sync/syncLog?result=0')
  await row(page, refused)
    .getByText(/HTTP 422/)
    .first()
    .waitFor()
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'sync-log')
  await page
    .getByRole('button', { name: `详情 ${refused}` })
    .first()
    .click()
  await dialog(page).getByText('no such card').waitFor()
  await dialog(page).getByText('"operateType"').waitFor()
  await expectAccessible(page)
  await picture(page, 'sync-log-drawer')
  await page.keyboard.press('Escape')
  receiver.forget()
  await row(page, refused).first().getByRole('checkbox').check()
  await press(page, '重试所选')
  await dialog(page).getByText('将按对象现在的状态重新同步 1 条失败记录').waitFor()
  await inDialog(page, '确定')
  await expect.poll(() => receiver.received.some(({ data }) => data.realName === refused)).toBe(true)
  await page.goto('/sync/syncLog?result=1')
  await row(page, refused, '成功').waitFor()
})

test('ENT-27, USER-45, X-ORG-30, X-ORG-31 deleted users and organisations are pushed by hand', async () => {
  const { admin, given } = fixture.server
  const left = uniqueName('已离开')
  const id = await given.user({ org: orgId, realName: left })
  await admin.call(user.remove, { body: { ids: [id] } })
  const page = await fixture.visitAs('1', '/organiz/deleted-user', { dark: true })
  await page.getByRole('button', { name: `更多操作 ${left}` }).click()
  await page.getByRole('menuitem', { name: '推送删除' }).click()
  await dialog(page).getByText('已删除。').waitFor()
  await picture(page, 'push-deleted-dark')
  await pushTo(page)
  const received = (name: string, ...operates: string[]) =>
    expect.poll(() => receiver.received.some(one => operates.includes(one.operateType) && JSON.stringify(one.data).includes(name)))
  await received(id, 'delete').toBe(true)
  await page.goto(`/organiz/org-list?name=${encodeURIComponent('推送部')}`)
  await page.getByRole('button', { name: '更多操作 推送部' }).last().click()
  await page.getByRole('menuitem', { name: '推送到应用' }).click()
  await pushTo(page)
  await received('推送部', 'insert', 'update').toBe(true)
})

test('D-56 the push tab of an application shows its push state, and previews and runs a full push', async () => {
  receiver.forget()
  const page = await fixture.visitAs('1', `/app/detail?id=${appId}&tab=push`, { width: 1440 })
  await page.getByText('变化提交后几秒内通知该应用。').waitFor()
  await press(page, '预演')
  await page.getByRole('columnheader', { name: '新增' }).waitFor()
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'push-tab')
  await press(page, '全量推送')
  await inDialog(page, '全量推送')
  await page
    .getByText(/^比对完成/)
    .first()
    .waitFor()
  // The queue is processed in the background.
  const isInLine = async () => {
    await press(page, '重新预演')
    return page.getByText('已全部一致，无需推送').isVisible()
  }
  await expect.poll(isInLine).toBe(true)
  await picture(page, 'push-tab-in-line')
})

test('D-56 an application can receive only those users who may open it', async () => {
  const { admin, given } = fixture.server
  const only = await given.app({ name: '只告知有权者' })
  await admin.call(appSetting.update, {
    body: { appId: only, tokenSeconds: 3600, openPush: 1, singleLogout: 1, pushUrl: `${receiver.address}/only`, pushObject: 'user', pushSecret: PUSH_SECRET },
  }) // prettier-ignore
  const userId = await given.user({ org: orgId })
  await given.grant({ subjectType: 'user', subjectId: userId, appId: only })
  const page = await fixture.visitAs('1', `/app/detail?id=${only}&tab=push`, { width: 1280 })
  await page.getByRole('combobox', { name: '推送哪些用户' }).click()
  await page.getByTitle('仅有权使用该应用的用户').click()
  await page.getByText('保存成功，几秒内开始按授权比对').waitFor()
  await expect.poll(() => receiver.received.filter(({ path }) => path === '/only').map(({ data }) => data.id)).toEqual([userId])
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'push-scope')
})
