import { app, appGroup } from '@hufu/contract/apps/app'
import { factor } from '@hufu/contract/credentials/factor'
import { accountDevices } from '@hufu/contract/sign-in/account-devices'
import { accountSessions } from '@hufu/contract/sign-in/account-sessions'
import { role } from '@hufu/contract/permission/role'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, stepAt } from '../server/src/domains/credentials/totp/totp-code.ts'
import { unBase32 } from '../server/test/factors.ts'
import { PASSWORD } from '../server/test/given.ts'
import { token, fillSignIn } from './sign-in-page.ts'
import { checkAccessibility, openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
  await fixture.server.admin.call(appGroup.save, { body: { name: '办公' } })
})
afterAll(() => fixture.close())

const pool = () => fixture.server.kernel.pool
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog').last()
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const proof = (page: Page) => page.getByRole('dialog', { name: '请先验证身份' })
const uniqueName = (name: string) => name + fixture.server.given.next()

/** Makes the last proof as old as in a session left open. */
async function age(userId: string) {
  await pool().query(`update session set proven_at = now() - interval '11 minutes' where user_id = $1`, [userId])
  fixture.server.kernel.sessions.forget()
}

async function administrator() {
  const id = await fixture.server.given.user()
  await pool().query(`insert into user_role (user_id, role_id) select $1, id from role where code = 'super_admin'`, [id])
  return id
}

async function confirmIdentity(page: Page, password: string) {
  await proof(page).getByLabel('登录密码').fill(password)
  await proof(page).getByRole('button', { name: '验证', exact: true }).click()
}

/** Three dangerous operations: how each starts, how its success is shown, and whether the server has done it. */
const acts = [
  {
    what: 'a password that is shown',
    begin: async (page: Page) => {
      const id = await fixture.server.given.user({ realName: '重置者' })
      const hash = async () => (await pool().query(`select password_hash from users where id = $1`, [id])).rows[0] as unknown
      const before = JSON.stringify(await hash())
      await page.goto(`/organiz/detail?id=${id}`)
      await button(page, '重置密码').click()
      await inDialog(page, '重置')
      return {
        isDone: async () => JSON.stringify(await hash()) !== before,
        see: () => page.getByRole('dialog', { name: '新密码' }).waitFor(),
      }
    },
  },
  {
    what: 'a new application, whose secret is told',
    begin: async (page: Page) => {
      const name = uniqueName('应用')
      await page.goto('/app/list')
      await button(page, '新增应用').first().click()
      await dialog(page).getByLabel('应用名称').fill(name)
      await dialog(page).getByLabel('应用编码').fill(uniqueName('app'))
      await dialog(page).getByLabel('回调地址').fill('https://oa.example/cb')
      await inDialog(page, '确定')
      return {
        isDone: async () => (await fixture.server.admin.call(app.page, { query: { name } })).total === 1,
        see: () => page.getByText('密钥只显示这一次').waitFor(),
      }
    },
  },
  {
    what: 'a new role',
    begin: async (page: Page) => {
      const name = uniqueName('角色')
      await page.goto('/system/systemRoleIndex')
      await button(page, '新增角色').click()
      await dialog(page).getByLabel('名称').fill(name)
      await dialog(page).getByLabel('编码').fill(uniqueName('role'))
      await inDialog(page, '确定')
      return {
        isDone: async () => (await fixture.server.admin.call(role.page, { query: { name } })).total === 1,
        see: () => page.getByRole('row').filter({ hasText: name }).waitFor(),
      }
    },
  },
]

test.for([0, 1, 2])(
  'N-05 a dangerous action requires a proof: a wrong one does nothing, a right one runs it, and the next needs none (%i)',
  async n => {
    const me = await administrator()
    const page = await fixture.visitAs(me, '/wel/index')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await age(me)
    const first = await acts[n]!.begin(page)
    await proof(page).waitFor()
    if (n === 1) await checkAccessibility(page, 'step-up')
    await confirmIdentity(page, 'Wrong#2026')
    await proof(page).getByRole('alert').getByText('用户名或密码错误').waitFor()
    expect(await first.isDone()).toBe(false)
    await confirmIdentity(page, PASSWORD)
    await first.see()
    expect([await first.isDone(), await proof(page).count()]).toEqual([true, 0])
    const next = await acts[(n + 1) % acts.length]!.begin(page)
    await next.see()
    expect([await next.isDone(), await proof(page).count()]).toEqual([true, 0])
  },
)

test('N-05 declining the proof leaves the action undone and the form filled in', async () => {
  const me = await administrator()
  const page = await fixture.visitAs(me, '/wel/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await age(me)
  const act = await acts[2]!.begin(page)
  await proof(page).getByRole('button', { name: '取消', exact: true }).click()
  await proof(page).waitFor({ state: 'detached' })
  expect(await act.isDone()).toBe(false)
  expect(await dialog(page).getByLabel('名称').inputValue()).not.toBe('')
})

test('N-10 安全设置 of the built-in administrator: factors are bound, sessions ended and devices forgotten there', async () => {
  const { given, kernel, as } = fixture.server
  const userId = await given.user()
  await pool().query(
    `update users set password_hash = u.password_hash, password_from = u.password_from, password_time = u.password_time
     from (select * from users where id = $2) u where users.id = $1`,
    [BUILT_IN_ACCOUNT, userId],
  )
  const { userName } = await kernel.db.selectFrom('users').select('userName').where('id', '=', BUILT_IN_ACCOUNT).executeTakeFirstOrThrow()
  const page = await fixture.visit('/login')
  await page.getByLabel('7天内记住登录').check()
  await fillSignIn(page, userName, PASSWORD)
  await page.waitForURL('**/wel/index')
  const me = fixture.server.withToken((await token(page))!)
  await page.getByRole('banner').getByRole('button', { name: '系统管理员' }).click()
  await page.getByRole('menuitem', { name: '安全设置', exact: true }).click()
  await page.waitForURL('**/account/security')
  await page.getByRole('tab', { name: '登录设备' }).click()
  const devices = page.getByRole('region', { name: '记住登录的设备' })
  await devices.getByText('当前设备').waitFor()
  const elsewhere = await as(BUILT_IN_ACCOUNT)
  await page.reload()
  const sessions = page.getByRole('region', { name: '我的会话' })
  await sessions.getByRole('button', { name: '下线其他会话' }).waitFor()
  await checkAccessibility(page, 'own-security-sessions')
  await sessions.getByRole('button', { name: '下线其他会话' }).click()
  await inDialog(page, '下线其他会话')
  await page.getByText(/^已下线\d+个会话$/).waitFor()
  await elsewhere.refused('forcedOut', factor.mine)
  expect(await me.call(accountSessions.list)).toMatchObject([{ isThis: true }])
  await devices.getByRole('button', { name: '移除' }).click()
  await inDialog(page, '移除')
  await devices.getByText('没有记住登录的设备').waitFor()
  expect(await me.call(accountDevices.list)).toEqual([])
  await page.getByRole('tab', { name: '二次验证' }).click()
  await page.getByRole('region', { name: '动态口令' }).getByRole('button', { name: '绑定' }).click()
  const secret = unBase32((await dialog(page).locator('code').innerText()).replaceAll(/\s/g, ''))
  await dialog(page)
    .getByRole('textbox', { name: '动态口令' })
    .fill(codeOf(secret, stepAt(Date.now())))
  await inDialog(page, '确认绑定')
  await inDialog(page, '我已保存')
  await page.getByText('恢复码剩余 10 个').waitFor()
  await checkAccessibility(page, 'own-security-factors')
  expect(await me.call(factor.mine)).toMatchObject({ totp: true, recoveryCodes: 10 })
})
