import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardOf, phoneOf } from '../server/test/given.ts'
import { lastRecord } from '../server/test/records.ts'
import { expectAccessible, checkAccessibility, openFixture, type Fixture } from './browser.ts'

const CODE = '112358'
let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_FIXED_SMS_CODE: CODE, HUFU_MOCK_PROVIDERS: '1' } })
})
afterAll(() => fixture.close())

test('N-03 a user changes their e-mail on the profile page with the code sent to it', async () => {
  const { given, kernel } = fixture.server
  const id = await given.user({ realName: '陆遥', email: 'old@example.com' })
  await given.role(id, '/organiz/index')
  const page = await fixture.visitAs(id, '/account/settings')
  await page.getByText('未验证').waitFor()
  await page.getByRole('button', { name: '验证邮箱' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('邮箱').fill('new@example.com')
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await dialog.getByRole('button', { name: /秒后可重新获取/ }).waitFor()
  await dialog.getByLabel('邮件验证码').fill('000000')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('验证码错误或已失效').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('邮件验证码').fill(CODE)
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByText('new@example.com').waitFor()
  await page.getByText('已验证', { exact: true }).waitFor()
  expect(await kernel.db.selectFrom('users').select(['email', 'emailProven']).where('id', '=', id).executeTakeFirst()).toEqual({
    email: 'new@example.com',
    emailProven: 1,
  })
})

test('N-05, D-71 the user form masks phone and ID card: each can be kept, revealed for a reason, or changed on purpose', async () => {
  const { given, admin, kernel } = fixture.server
  const [n, other] = [given.next(), given.next()]
  const id = await given.user({ realName: '密存人', phone: phoneOf(n), idCard: idCardOf(n) })
  const masks = [`139****${phoneOf(n).slice(-4)}`, `1101**********${idCardOf(n).slice(-4)}`]
  const clear = async (field: 'phone' | 'idCard') => (await admin.call(user.reveal, { body: { id, field, reason: '核对' } })).value
  const seen: string[] = []
  const page = await fixture.visitAs('1', `/organiz/user/${id}`)
  page.on('response', async response => {
    if (response.url().includes('/api/')) seen.push(await response.text().catch(() => ''))
  })
  await page.reload()
  for (const mask of masks) await page.getByText(mask, { exact: true }).waitFor()
  await checkAccessibility(page, 'form-masked')
  expect(seen.join('')).toContain(masks[0])
  expect(seen.join('')).not.toMatch(new RegExp(`${phoneOf(n)}|${idCardOf(n)}`))
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await press('查看身份证号')
  await page.getByRole('dialog').getByLabel('查看原因').fill('核对证件')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await page.getByText(idCardOf(n), { exact: true }).waitFor()
  expect(await lastRecord(fixture.server)).toMatchObject({ operateType: 'reveal', target: id, params: expect.stringContaining('核对证件') })
  expect(new URL(page.url()).pathname).toBe(`/organiz/user/${id}`)

  await press('修改身份证号')
  await page.getByLabel('身份证号', { exact: true }).and(page.locator(':focus')).waitFor()
  await page.getByLabel('身份证号', { exact: true }).fill('123')
  await page.getByText('身份证号格式不正确').waitFor()
  await press('取消修改身份证号')
  await page.getByText(masks[1]!, { exact: true }).waitFor()
  await page.getByText('身份证号格式不正确').waitFor({ state: 'detached' })
  await press('修改手机号')
  await page.getByLabel('手机号', { exact: true }).fill(phoneOf(other))
  await page.getByText('留空并保存将清除原有内容').waitFor()
  await checkAccessibility(page, 'form-changing')
  const sent = page.waitForRequest('**/v3/user/update')
  await press('保存')
  expect((await sent).postDataJSON()).not.toHaveProperty('idCard')
  await page.waitForURL(/\/organiz\/index/)
  expect([await clear('phone'), await clear('idCard')]).toEqual([phoneOf(other), idCardOf(n)])
  expect(await kernel.db.selectFrom('users').select('phoneMask').where('id', '=', id).executeTakeFirst()).toEqual({
    phoneMask: `139****${phoneOf(other).slice(-4)}`,
  })
})

test('D-41, N-03 an administrator who changes a user name is shown which applications identify the user by it', async () => {
  const { given, admin } = fixture.server
  const id = await given.user({ realName: '改名人' })
  await given.grant({ subjectType: 'user', subjectId: id, appId: await given.app({ name: '公文系统' }) })
  const page = await fixture.visitAs('1', `/organiz/user/${id}`)
  const name = `renamed${given.next()}`
  await page.getByLabel('用户名', { exact: true }).fill(name)
  await page.getByText('以下应用以用户名识别该用户，修改后可能被当作新用户：公文系统').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.waitForURL(/\/organiz\/index/)
  expect((await admin.call(user.byId, { query: { id } })).userName).toBe(name)
})

test('N-11 the dialog lists what would be restored with a deleted user, and restores what was chosen', async () => {
  const { given, admin, kernel } = fixture.server
  const id = await given.user({ realName: '归来人' })
  await given.grant({ subjectType: 'user', subjectId: id, appId: await given.app({ name: '报销系统' }) })
  await given.role(id, '/organiz/index')
  await admin.call(user.remove, { body: { ids: [id] } })
  const page = await fixture.visitAs('1', '/organiz/deleted-user')
  await page
    .getByRole('row', { name: /归来人/ })
    .getByRole('button', { name: '恢复' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('报销系统').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('恢复系统角色').uncheck()
  await dialog.getByRole('button', { name: '恢复', exact: true }).click()
  await page.getByText('已恢复“归来人”').waitFor()
  expect((await admin.call(user.byId, { query: { id } })).status).toBe(1)
  expect(await kernel.db.selectFrom('userRole').selectAll().where('userId', '=', id).execute()).toEqual([])
})
