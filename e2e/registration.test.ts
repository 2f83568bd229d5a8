import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appGroup } from '@hufu/contract/apps/app'
import { resourceServer } from '@hufu/contract/federation/resource-server'
import { appOf, register, switchRegistration } from '../server/test/registration.ts'
import { checkAccessibility, type Fixture, openFixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
  await fixture.server.admin.call(appGroup.save, { body: { name: '智能助手' } })
})
afterAll(() => fixture.close())

const REDIRECT = 'https://client.example.com/callback'
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

async function open(page: Page) {
  await page.getByRole('button', { name: '动态注册' }).click()
  return dialog(page, '动态注册')
}

test('DCR-01, DCR-06 a registration token is created, an application registers with it, is approved and shows its origin', async () => {
  const page = await fixture.visitAs('1', '/app/list', { width: 1440 })
  const empty = await open(page)
  await empty.getByText('还没有注册令牌').waitFor()
  await empty.getByText('动态注册未开启', { exact: false }).waitFor()
  await checkAccessibility(page, 'registration-empty')
  await empty.getByRole('button', { name: '新增令牌' }).click()
  const form = dialog(page, '新增注册令牌')
  await form.getByLabel('名称').fill('客服部助手')
  await form.getByLabel('有效期至').fill('2099-01-01')
  await page.keyboard.press('Enter')
  // A redirect address is missing.
  await form.getByRole('button', { name: '确定' }).click()
  await page.getByText('请至少填写一个允许的回调主机或自有协议').first().waitFor()
  await form.getByLabel('允许的回调主机').fill('https://client.example.com/')
  await form.getByLabel('允许的自有协议').focus()
  await form.getByText('应为主机名，不含协议、端口和路径').waitFor()
  await form.getByLabel('允许的回调主机').fill('client.example.com')
  await checkAccessibility(page, 'registration-form')
  await form.getByRole('button', { name: '确定' }).click()
  const made = dialog(page, '请保存注册令牌')
  const token = await made.locator('code').innerText()
  await checkAccessibility(page, 'registration-token')
  await made.getByRole('button', { name: '我已保存' }).click()
  await dialog(page, '动态注册').getByText('已注册 0 / 10', { exact: false }).waitFor()

  await switchRegistration(fixture.server, true)
  const about = {
    client_uri: 'https://client.example.com/',
    contacts: ['ops@example.com'],
    software_id: 'assistant',
    software_version: '2.1',
  }
  const { status, body } = await register(fixture.server, token, { redirect_uris: [REDIRECT], client_name: '客服助手', ...about })
  expect(status).toBe(201)
  await page.reload()
  const listed = await open(page)
  await listed.getByText('1 个待批准').waitFor()
  await checkAccessibility(page, 'registration-list')
  await listed.getByRole('button', { name: '令牌“客服部助手”注册的应用' }).click()
  await dialog(page, '令牌“客服部助手”注册的应用').getByText(REDIRECT, { exact: false }).waitFor()
  await checkAccessibility(page, 'registration-apps')

  const { id } = await appOf(fixture.server, body.client_id)
  const own = await fixture.visitAs('1', `/app/detail?id=${id}&tab=protocol`)
  await own.getByText('该应用正在等待批准', { exact: false }).waitFor()
  await own.getByText('客服部助手', { exact: true }).waitFor()
  await checkAccessibility(own, 'registration-origin')
  await own.getByRole('button', { name: '批准' }).click()
  await own.getByText('该应用正在等待批准', { exact: false }).waitFor({ state: 'detached' })
  expect((await appOf(fixture.server, body.client_id)).status).toBe(1)

  await page.reload()
  await (await open(page)).getByRole('button', { name: '吊销令牌“客服部助手”' }).click()
  const confirmation = dialog(page, '吊销令牌“客服部助手”？')
  await confirmation.getByText('一并停用').click()
  await checkAccessibility(page, 'registration-revoke')
  await confirmation.getByRole('button', { name: '吊销', exact: true }).click()
  await dialog(page, '动态注册').getByText('已吊销').waitFor()
  expect((await appOf(fixture.server, body.client_id)).status).toBe(0)
})

test('RAR-01 types of authorization details are edited at the resource server', async () => {
  const appId = await fixture.server.given.app({ protocol: 'resource' })
  const page = await fixture.visitAs('1', `/app/detail?id=${appId}&tab=resource`)
  await page.getByLabel('资源标识').fill('https://bank.example.com/api')
  await page.getByLabel('第1项的名称').fill('pay')
  await page.getByLabel('第1项的中文名称').fill('付款')
  await page.getByRole('button', { name: '添加类型' }).click()
  const type = page.getByRole('region', { name: '第1个授权详情类型' })
  await type.getByLabel('类型，如 payment_initiation').fill('payment_initiation')
  await type.getByLabel('中文名称', { exact: true }).fill('发起付款')
  await type.getByLabel('字段1的名称', { exact: true }).fill('amount')
  await type.getByLabel('字段1的中文名称').fill('金额（元）')
  await type.getByLabel('字段1的内容').selectOption({ label: '数字' })
  await type.getByLabel('字段1的最大值').fill('1000')
  await type.getByRole('button', { name: '给第1个类型添加字段' }).click()
  await type.getByLabel('字段2的名称', { exact: true }).fill('urgency')
  await type.getByLabel('字段2的中文名称').fill('时效')
  await type.getByLabel('字段2的内容').selectOption({ label: '单选' })
  await type.getByLabel('字段2的可选值').fill('今天\n本周')
  await page.mouse.move(0, 0)
  await checkAccessibility(page, 'detail-types')
  await page.getByRole('button', { name: '保存' }).click()
  await expect
    .poll(async () => (await fixture.server.admin.call(resourceServer.get, { query: { appId } })).detailTypes)
    .toEqual([
      {
        type: 'payment_initiation',
        label: '发起付款',
        explanation: '',
        fields: [
          { name: 'amount', label: '金额（元）', kind: 'number', isRequired: true, max: 1000 },
          { name: 'urgency', label: '时效', kind: 'choice', isRequired: true, choices: ['今天', '本周'] },
        ],
      },
    ])
})

test('OC-20, OC-21, OC-22 switches require signed answers, and FAPI 2.0 shows the algorithm ID tokens will be signed with', async () => {
  const appId = await fixture.server.given.app({ redirectUris: [REDIRECT] })
  const page = await fixture.visitAs('1', `/app/detail?id=${appId}&tab=oidc`)
  for (const label of ['登录应答须签名', '自省应答须签名']) await page.getByRole('switch', { name: label }).click()
  await page.getByLabel('身份证明方式').selectOption({ label: '公钥（private_key_jwt）' })
  await page.getByRole('switch', { name: '按 FAPI 2.0 要求' }).click()
  await page.getByText('ID令牌现以 RS256 签名，保存后改为 ES256', { exact: false }).waitFor()
  // A switch under the pointer is lighter.
  await page.mouse.move(0, 0)
  await checkAccessibility(page, 'oidc-signed')
  await page.getByRole('switch', { name: '按 FAPI 2.0 要求' }).click()
  await page.getByLabel('身份证明方式').selectOption({ label: '密钥（client_secret）' })
  await page.getByRole('button', { name: '保存' }).click()
  await expect
    .poll(() =>
      fixture.server.kernel.db
        .selectFrom('oidcClient')
        .select(['signedResponse', 'signedIntrospection'])
        .where('appId', '=', appId)
        .executeTakeFirst(),
    ) // prettier-ignore
    .toEqual({ signedResponse: 1, signedIntrospection: 1 })
})

test('MCP-06 user consents to an application are listed by pages, found by user, and withdrawn', async () => {
  const { server } = fixture
  const appId = await server.given.app({ redirectUris: [REDIRECT] })
  const { clientId } = await server.kernel.db.selectFrom('app').select('clientId').where('id', '=', appId).executeTakeFirstOrThrow()
  const users = await Promise.all(Array.from({ length: 25 }, (_, n) => server.given.user({ realName: `同意者${n + 1}` })))
  const consents = users.map((userId, n) => ({
    id: `${appId.slice(0, -3)}${n}`,
    userId,
    clientId,
    clientName: '客服助手',
    clientHost: '',
    scopes: ['openid'],
  }))
  await server.kernel.db.insertInto('oidcConsent').values(consents).execute()
  const page = await fixture.visitAs('1', `/app/detail?id=${appId}&tab=consents`)
  const list = page.getByRole('main')
  const rows = list.locator('tbody tr.ant-table-row')
  await expect.poll(() => rows.count()).toBe(20)
  await checkAccessibility(page, 'consents')
  await page.getByLabel('用户', { exact: true }).fill('同意者7')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(1)
  expect(await rows.first().innerText()).toMatch(/同意者7[^]*客服助手[^]*仅登录/)
  await rows.getByRole('button', { name: /撤销/ }).click()
  await dialog(page, '撤销这项同意？').getByRole('button', { name: /撤销/ }).click()
  await expect.poll(() => rows.count()).toBe(0)
  const left = await server.admin.call(resourceServer.consents, { query: { appId } })
  expect(left.total).toBe(24)
})

test('in a low window a focused field is never covered by the bar with the save button', async () => {
  const appId = await fixture.server.given.app({ redirectUris: [REDIRECT] })
  const page = await fixture.visitAs('1', `/app/detail?id=${appId}&tab=oidc`)
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.locator('.save-bar').waitFor()
  await page.locator('.app-form :is(input, button, select)').first().focus()
  const covered: string[] = []
  let seen = 0
  for (; seen < 60 && !(await page.evaluate(() => document.activeElement!.closest('.save-bar') !== null)); seen++) {
    const problem = await page.evaluate(() => {
      const field = document.activeElement!
      const bar = document.querySelector('.save-bar')!.getBoundingClientRect()
      return field.closest('form') && field.getBoundingClientRect().bottom > bar.top + 1 ? field.id || field.textContent || 'a field' : ''
    })
    if (problem !== '') covered.push(problem)
    await page.keyboard.press('Tab')
  }
  expect(seen).toBeGreaterThan(8)
  expect(covered).toEqual([])
})
