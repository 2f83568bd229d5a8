import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiClient } from '@hufu/contract/federation/api-client'
import type { Page } from 'playwright-core'
import { checkAccessibility, openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

/** An external system, which has an id and a secret and uses no browser. */
async function callAs(clientId: string, secret: string, path: string): Promise<{ code: unknown; data: unknown }> {
  const headers = { 'x-client-id': clientId, 'x-client-secret': secret }
  return (await (await fetch(`${fixture.server.address}/api${path}`, { headers })).json()) as { code: unknown; data: unknown }
}
const [PEOPLE, LABELS] = ['/v3/user/page?current=1&size=10', '/v3/userLabel/page?current=1&size=10']
const box = (page: Page, call: string) =>
  page.getByRole('list', { name: '可开放的接口' }).getByRole('checkbox', { name: new RegExp(`${call}$`) })

test('ROUTE-29, ENT-08 a system signs in with its own secret and can call what it was granted, until the grant is removed', async () => {
  const page = await fixture.visitAs('1', '/authorize/api-auth', { width: 1440 })
  await page.getByText('还没有API客户端').waitFor()
  await page.getByRole('button', { name: '新增客户端' }).first().click()
  const form = page.getByRole('dialog', { name: '新增API客户端' })
  await form.getByLabel('名称').fill('人事系统')
  await form.getByLabel('来源地址').fill('127.0.0.0/8\n\n::1')
  await form.getByLabel('每分钟次数').fill('60')
  await checkAccessibility(page, 'api-auth-form')
  await form.getByRole('button', { name: '确定' }).click()
  const secretDialog = page.getByRole('dialog', { name: '请保存客户端密钥' })
  await secretDialog.waitFor()
  await checkAccessibility(page, 'api-auth-secret')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = async (nth: number) => {
    await secretDialog.getByRole('button', { name: /^复制/ }).first().click()
    await secretDialog
      .getByRole('button', { name: /^已复制/ })
      .nth(nth)
      .waitFor()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const [clientId, secret] = [await copied(0), await copied(1)]
  expect(secret).toMatch(/^[\w-]{43}$/)
  await secretDialog.getByRole('button', { name: '我已保存' }).click()
  await page.getByRole('heading', { name: 'API客户端“人事系统”' }).waitFor()
  expect(await page.content()).not.toContain(secret)
  expect(await callAs(clientId, secret, PEOPLE)).toMatchObject({ code: '4403' })

  await box(page, 'GET /v3/user/page').check()
  await box(page, 'GET /v3/userLabel/page').check()
  await checkAccessibility(page, 'api-auth-calls')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const confirmation = page.getByRole('dialog', { name: '保存“人事系统”可调用的接口？' })
  await confirmation.getByText('新增 2 个，收回 0 个，立即生效。').waitFor()
  await confirmation.getByRole('button', { name: '保存' }).click()
  await page.getByText('保存成功').waitFor()
  expect(await callAs(clientId, secret, PEOPLE)).toMatchObject({ code: 'success' })
  expect(await callAs(clientId, secret, LABELS)).toMatchObject({ code: 'success' })
  expect(await callAs(clientId, `${secret.slice(0, -1)}_`, PEOPLE)).toMatchObject({ code: '4403' })

  await page.getByRole('tab', { name: '调用方法' }).click()
  await page.getByText(`-H 'X-Client-Id: ${clientId}'`).waitFor()
  await checkAccessibility(page, 'api-auth-how')
  await page.getByRole('tab', { name: '客户端与密钥' }).click()
  await page.getByText('当前使用').waitFor()
  await checkAccessibility(page, 'api-auth-secrets')
  await page.getByRole('button', { name: '返回列表' }).click()
  const row = page.getByRole('row', { name: /人事系统/ })
  await row.getByText('2 个接口').waitFor()
  expect(await row.getByText('从未').count()).toBe(0)
  await checkAccessibility(page, 'api-auth-list')

  await row.getByRole('button', { name: '接口 人事系统' }).click()
  await box(page, 'GET /v3/user/page').uncheck()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const taken = page.getByRole('dialog', { name: '保存“人事系统”可调用的接口？' })
  await taken.getByText('新增 0 个，收回 1 个，立即生效。').waitFor()
  await taken.getByText(/最近调用 .+（127\.0\.0\.1）/).waitFor()
  await checkAccessibility(page, 'api-auth-lost')
  await taken.getByRole('button', { name: '保存' }).click()
  await taken.waitFor({ state: 'hidden' })
  expect(await callAs(clientId, secret, PEOPLE)).toMatchObject({ code: '4403' })
  expect(await callAs(clientId, secret, LABELS)).toMatchObject({ code: 'success' })
})

test('ENT-08 a new secret can end the former one at once, and a disabled client can call nothing', async () => {
  const { admin } = fixture.server
  const { id, clientId, clientSecret } = await admin.call(apiClient.save, { body: { name: '考勤系统' } })
  const label = (await admin.call(apiClient.listApi)).find(({ method, path }) => method === 'GET' && path === '/v3/userLabel/page')
  await admin.call(apiClient.saveApi, { body: { id, apiIds: [label!.id] } })
  const page = await fixture.visitAs('1', `/authorize/api-auth?id=${id}&tab=secret`)
  await page.getByRole('button', { name: '更换密钥' }).click()
  const dialog = page.getByRole('dialog', { name: '更换客户端密钥' })
  await dialog.getByLabel('立即失效').check()
  await checkAccessibility(page, 'api-auth-rotate')
  await dialog.getByRole('button', { name: '更换' }).click()
  const secretDialog = page.getByRole('dialog', { name: '请保存客户端密钥' })
  await secretDialog.waitFor()
  const second = (await secretDialog.locator('code').allTextContents())[1]!
  await secretDialog.getByRole('button', { name: '我已保存' }).click()
  expect(await callAs(clientId, clientSecret, LABELS)).toMatchObject({ code: '4403' })
  expect(await callAs(clientId, second, LABELS)).toMatchObject({ code: 'success' })
  await page.goto('/authorize/api-auth?name=考勤')
  await page.getByRole('button', { name: '更多操作 考勤系统' }).click()
  await page.getByRole('menuitem', { name: '停用' }).click()
  await page.getByText(/最近调用：.+（127\.0\.0\.1）/).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
  await page.getByText('操作成功').waitFor()
  expect(await callAs(clientId, second, LABELS)).toMatchObject({ code: '4403' })
})

test('the groups of a SCIM client become organisations if an administrator sets it so', async () => {
  const { admin } = fixture.server
  const { id } = await admin.call(apiClient.save, { body: { name: '身份目录' } })
  const organisations = { rootOrgId: '1', defaultOrgId: '1', unknownOrg: 'default', groupsAre: 'workGroup' } as const
  await admin.call(apiClient.saveScim, {
    body: { id, ...organisations, onDelete: 'delete', adopts: true, brakePercent: 5, brakeLeast: 20 },
  })
  const page = await fixture.visitAs('1', `/authorize/api-auth?id=${id}&tab=scim`)
  const kind = (name: RegExp) => page.getByRole('radio', { name })
  expect(await kind(/^工作组/).isChecked()).toBe(true)
  await kind(/^机构/).check()
  await checkAccessibility(page, 'api-auth-scim')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('保存成功').waitFor()
  expect((await admin.call(apiClient.scim, { query: { id } })).settings!.groupsAre).toBe('org')
})
