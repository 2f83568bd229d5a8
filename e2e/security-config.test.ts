import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { config } from '@hufu/contract/operations/config'
import { security } from '@hufu/contract/operations/security'
import { configCatalog } from '../server/src/platform/config/config-catalog.ts'
import { writeConfig } from '../server/src/platform/config/config.ts'
import { attempt } from '../server/test/attempts.ts'
import { PASSWORD } from '../server/test/given.ts'
import { sealed } from '../server/test/secrets.ts'
import { createUser, fillSignIn } from './sign-in-page.ts'
import { choose, expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_TRUST_PROXY: 'loopback' } })
})
afterAll(() => fixture?.close())
/** Resets the settings to those after installation, whatever the last test left. */
beforeEach(async () => {
  const { db, config: present } = fixture.server.kernel
  await db.deleteFrom('configTrial').execute()
  await writeConfig(db, Object.fromEntries(Object.entries(configCatalog).map(([key, item]) => [key, item.value])))
  await present.refresh()
})

const PAGE = '/system/securityConfig'
const tab = (name: string) => `${PAGE}?tab=${name}`
const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const saved = (page: Page) => page.getByText('保存成功，已立即生效').first().waitFor()
const values = async () => {
  const { config: present } = fixture.server.kernel
  await present.refresh()
  return present.values
}
/** Makes the page's requests come from this address, as told by a proxy. */
async function from(page: Page, ip: string) {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': ip })
  await page.reload()
  await page.getByRole('heading', { name: '基础设置', level: 1 }).waitFor()
}

test('X-SECURITY-05, ROUTE-67, ENT-15, ENT-19 the system name is changed, restored and listed in the change history', async () => {
  const page = await fixture.visitAs('1', PAGE)
  await page.getByLabel('系统名称').fill('虎符演示')
  await press(page, '保存')
  await saved(page)
  await page.getByRole('banner').getByText('虎符演示').waitFor()
  await press(page, '恢复默认')
  await press(page, '保存')
  await page.getByRole('banner').getByText('统一身份认证与访问管理平台').waitFor()
  await press(page, '变更记录')
  await dialog(page).getByRole('row').filter({ hasText: '虎符演示' }).first().waitFor()
  await expectAccessible(page)
  await picture(page, 'security-changes')
})

test('FIELD-11 to FIELD-13, ERR-14 the encryption dialog trims, holds 32 characters, offers md5 and sm3, and sends no request', async () => {
  const page = await fixture.show(tab('password'))
  await press(page, '密码加密方式')
  const box = dialog(page).getByLabel('初始密码')
  await box.fill(' Abc12345 ')
  await box.blur()
  expect(await box.inputValue()).toBe('Abc12345')
  await box.fill('')
  await box.pressSequentially('x'.repeat(33))
  expect(await box.inputValue()).toHaveLength(32)
  expect(await dialog(page).getByLabel('加密方式').locator('option').allInnerTexts()).toEqual(['md5', 'sm3'])
  await expectAccessible(page)
  const requests: string[] = []
  page.on('request', request => request.url().includes('/api/') && requests.push(request.url()))
  await inDialog(page, '确定')
  await page.getByText('请联系管理员处理').waitFor()
  await dialog(page).waitFor({ state: 'detached' })
  expect(requests).toEqual([])
})

test('CONF-09, PWD-12 a policy is weakened only with a reason and its name typed; a password is tested against the form', async () => {
  await writeConfig(fixture.server.kernel.db, { passwordStrength: 'strong', expireDays: 90 })
  await fixture.server.kernel.config.refresh()
  const page = await fixture.visitAs('1', tab('password'))
  const attempt = async (password: string, verdict: string) => {
    await page.getByLabel('测试一个密码').fill(password)
    await press(page, '测试')
    await page.getByText(verdict, { exact: true }).waitFor()
  }
  await attempt('abcdefg1', '必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)')
  await page.getByRole('radio', { name: /等保三级/ }).check()
  await attempt('Password1!', '密码过于常见，请设置新密码')
  await page.getByRole('radio', { name: /NIST/ }).check()
  await attempt('山上有座庙庙里有个老和尚在讲故事', '可以使用')
  await page.getByRole('radio', { name: /规格默认/ }).check()
  await page.getByLabel('密码强度').selectOption('low')
  await press(page, '保存')
  await dialog(page).getByText('密码强度由“强”改为“低”').waitFor()
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'security-weaker')
  await inDialog(page, '保存')
  await dialog(page).getByText('请输入“密码”', { exact: true }).waitFor()
  expect((await values()).passwordStrength).toBe('strong')
  await dialog(page).getByLabel('变更原因').fill('测试环境')
  await dialog(page).getByRole('textbox', { name: '请输入“密码”以确认' }).fill('密码')
  await inDialog(page, '保存')
  await saved(page)
  expect((await values()).passwordStrength).toBe('low')
  const { params } = await fixture.server.kernel.db
    .selectFrom('operLog')
    .select('params')
    .where('operateType', '=', 'updatePassword')
    .executeTakeFirstOrThrow()
  expect(params).toContain('测试环境')
})

test('CONF-09 the blacklist is filled from a text file', async () => {
  const page = await fixture.show(tab('password'))
  await page.getByRole('switch', { name: '密码黑名单' }).click()
  await page.getByLabel('黑名单内容').fill('Hufu@2026\n\n')
  const text = '\uFEFFHufu@2027\r\nHufu@2026\r\n  Hufu@2028  \r\n'
  await page.locator('input[type=file]').setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await page.getByText('新增 2 个').waitFor()
  await press(page, '保存')
  await saved(page)
  expect(await values()).toMatchObject({ openPasswordBlacklist: true, passwordBlacklist: ['Hufu@2026', 'Hufu@2027', 'Hufu@2028'] })
})

test('CONF-10, T27 rules that lock out their author stay pending: reverted by hand, by time, or confirmed from an allowed address', async () => {
  const page = await fixture.visitAs('1', tab('ip'), { width: 1440 })
  await from(page, '10.1.1.1')
  await page.getByText('您当前的地址是 10.1.1.1').waitFor()
  const fill = async () => {
    if (!(await page.getByRole('switch', { name: '限制登录 IP' }).isChecked()))
      await page.getByRole('switch', { name: '限制登录 IP' }).click()
    await page.getByLabel('白名单').fill('10.2.0.0/16')
    await press(page, '保存')
    // The affected users are named first: all signed-in users have another address.
    await dialog(page)
      .getByText(/个账号所在的地址将不能再登录/)
      .waitFor()
    await inDialog(page, '保存')
    await dialog(page).getByText('保存后您当前的地址 10.1.1.1 将不能登录').waitFor()
  }
  await page.getByLabel('测试一个地址').fill('10.2.3.4')
  await press(page, '测试')
  await page.getByText('10.2.3.4 可以登录').waitFor()
  await fill()
  await expectAccessible(page)
  await picture(page, 'security-trial-offer')
  await inDialog(page, '返回修改')
  expect((await values()).openIpLimit).toBe(false)

  const begin = async () => {
    await fill()
    await inDialog(page, '试行 60 秒')
    await page.getByText(/admin 的设置正在试行，\d+ 秒后自动恢复/).waitFor()
    expect(await values()).toMatchObject({ openIpLimit: true, ipWhitelist: ['10.2.0.0/16'] })
  }
  await begin()
  expect(await page.getByRole('button', { name: '确认生效' }).isDisabled()).toBe(true)
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'security-trial')
  await press(page, '立即恢复')
  await page.getByText('已恢复原来的设置').waitFor()
  expect((await values()).openIpLimit).toBe(false)

  // Without a confirmation the server restores the former rules; the test shortens the time.
  await page.reload()
  await begin()
  await fixture.server.kernel.db.updateTable('configTrial').set({ expiresAt: '2020-01-01' }).execute()
  await expect.poll(async () => (await values()).openIpLimit).toBe(false)
  await page.reload()
  await page.getByRole('switch', { name: '限制登录 IP' }).waitFor()
  expect(await page.getByRole('switch', { name: '限制登录 IP' }).isChecked()).toBe(false)

  await begin()
  await from(page, '10.2.9.9')
  await press(page, '确认生效')
  await page.getByText('已确认，设置继续有效').waitFor()
  expect(await fixture.server.kernel.db.selectFrom('configTrial').selectAll().execute()).toEqual([])
  expect(await values()).toMatchObject({ openIpLimit: true, ipWhitelist: ['10.2.0.0/16'] })
  const stranger = await fixture.visit('/login')
  const { userName } = await createUser(fixture, '/wel/index')
  await fillSignIn(stranger, userName, PASSWORD)
  await stranger.getByText('当前IP不允许登录').waitFor()
})

test('ROUTE-36, CONF-10, T27 an address in the login log is blocked after a preview; the own one becomes a pending change', async () => {
  const { userName } = await createUser(fixture, '/wel/index')
  const there = { 'x-forwarded-for': '203.0.113.66' }
  await attempt(fixture.server, userName, 'Wrong#2026', there)
  const page = await fixture.visitAs('1', `/audit/loginLog?userName=${userName}`, { width: 1440 })
  const openTools = async (at: Page) => {
    await at.getByRole('button', { name: `详情 ${userName}` }).click()
    await at.locator('.ant-drawer').getByText('203.0.113.66').waitFor()
  }
  await openTools(page)
  await page
    .locator('.ant-drawer')
    .getByRole('button', { name: `加入 IP 黑名单 ${userName}` })
    .click()
  await page.getByText('已将 203.0.113.66 填入黑名单，保存后生效').waitFor()
  await page.getByText('“限制登录 IP”原来是关闭的').waitFor()
  expect(await page.getByLabel('黑名单', { exact: true }).inputValue()).toBe('203.0.113.66')
  expect(new URL(page.url()).search).toBe('?tab=ip')
  await expectAccessible(page)
  await picture(page, 'security-block')
  expect((await values()).ipBlacklist).toEqual([])
  await press(page, '保存')
  await saved(page)
  expect(await values()).toMatchObject({ openIpLimit: true, ipBlacklist: ['203.0.113.66'] })
  await page.getByText('保存后生效').waitFor({ state: 'detached' })
  expect((await attempt(fixture.server, userName, PASSWORD, there)).envelope.message).toBe('当前IP不允许登录')
  expect((await attempt(fixture.server, userName, PASSWORD)).envelope.code).toBe('0')
  await page.goto(`${tab('ip')}&block=127.0.0.1`)
  await press(page, '保存')
  await inDialog(page, '保存')
  await dialog(page).getByText('保存后您当前的地址 127.0.0.1 将不能登录').waitFor()
  await inDialog(page, '返回修改')
  expect((await values()).ipBlacklist).toEqual(['203.0.113.66'])
  // A user who may not set the rules is not offered to.
  const watcher = await createUser(fixture, '/wel/index', '/audit/loginLog')
  const other = await fixture.visitAs(watcher.id, `/audit/loginLog?userName=${userName}`)
  await other
    .getByRole('button', { name: `详情 ${userName}` })
    .first()
    .waitFor()
  await quiet(other)
  expect(await other.getByRole('button', { name: /更多操作|加入 IP 黑名单/ }).count()).toBe(0)
})

test('CONF-11, T27 the last sign-in method cannot be disabled; a number out of bounds cannot be typed', async () => {
  const page = await fixture.show(tab('login'))
  await page.getByRole('switch', { name: '密码登录', exact: true }).click()
  await page.getByRole('switch', { name: '人脸登录' }).click()
  await page.getByRole('switch', { name: '通行密钥登录' }).click()
  await press(page, '保存')
  const question = dialog(page).getByText(/以被关闭的方式登录/)
  await question.waitFor()
  await inDialog(page, '保存')
  await page.getByText('人脸登录不能作为唯一的登录方式').waitFor()
  expect((await values()).openPassword).toBe(true)
  await page.reload()
  await page.getByLabel('允许失败次数').fill('900')
  await page.getByLabel('允许失败次数').blur()
  expect(await page.getByLabel('允许失败次数').inputValue()).toBe('100')
  await page.getByLabel('允许失败次数').fill('3')
  await page.getByLabel('空闲时长').fill('15')
  await press(page, '保存')
  await saved(page)
  expect(await fixture.server.admin.call(security.loginWindow)).toMatchObject({ failCount: 3, sessionMinutes: 15 })
})

test('FORCE-06 a user whose password expires soon is warned after signing in', async () => {
  const { id, userName } = await createUser(fixture, '/wel/index')
  const passwordTime = new Date(Date.now() - 87.5 * 86_400_000).toISOString()
  await fixture.server.kernel.db.updateTable('users').set({ passwordTime }).where('id', '=', id).execute()
  const page = await fixture.visit('/login')
  await fillSignIn(page, userName, PASSWORD)
  await page.getByText('您的密码将在 3 天后过期，请及时修改').waitFor()
})

test('ROUTE-73, CONF-01 to CONF-06, CONF-12, D-57 every setting is found by group, edited by type, reviewed and reloaded', async () => {
  const page = await fixture.visitAs('1', '/devops/config')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const show = async (name: string) => {
    await press(page, name)
    await dialog(page).getByLabel('原因').fill('核对密钥')
    await inDialog(page, '确定')
  }
  await choose(page.getByLabel('分组'), '短信设置')
  await press(page, '查询')
  await row('sms.gateway').getByText('未启用').waitFor()
  expect(await row('systemName').count()).toBe(0)
  await press(page, '编辑 短信网关')
  await dialog(page).getByLabel('值').selectOption('http')
  await inDialog(page, '确定')
  await row('sms.gateway').getByText('通用 HTTP 网关').waitFor()

  await choose(page.getByLabel('分组', { exact: true }), '第三方登录')
  await press(page, '查询')
  await press(page, '编辑 支付宝应用私钥')
  const key = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(50)
  await dialog(page).getByLabel('值').fill(key)
  await quiet(page)
  await expectAccessible(page)
  await picture(page, 'config-secret')
  await inDialog(page, '确定')
  await row('zfb.privateKey').getByText('******').waitFor()
  const stored = (await fixture.server.admin.call(config.page, { query: { configKey: 'zfb.privateKey' } })).records[0]!
  expect(stored.configValue).not.toContain('MIIE')
  await show('查看 支付宝应用私钥')
  await row('zfb.privateKey').getByText(key).waitFor()
  await press(page, '隐藏 支付宝应用私钥')
  // A secret left empty is kept; a cleared one is removed.
  await press(page, '编辑 支付宝应用私钥')
  await dialog(page).getByLabel('备注').fill('生产环境')
  await inDialog(page, '确定')
  await row('zfb.privateKey').getByText('生产环境').waitFor()
  await show('查看 支付宝应用私钥')
  await row('zfb.privateKey').getByText(key).waitFor()
  await press(page, '编辑 支付宝应用私钥')
  await dialog(page).getByLabel('清空此项').check()
  await inDialog(page, '确定')
  await row('zfb.privateKey').getByText('未设置').waitFor()

  await press(page, '编辑 可转交客户端证书的代理地址')
  await dialog(page).getByLabel('值').fill('10.0.0.1\nrubbish')
  await inDialog(page, '确定')
  await page
    .getByText(/配置值不正确|格式不正确/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.reload()
  await press(page, '重新加载配置')
  await page.getByText(/已重新加载 \d+ 项/).waitFor()
})

test('CONF-02 a secret changed elsewhere is not overwritten by an outdated edit', async () => {
  const page = await fixture.visitAs('1', '/devops/config?configKey=wx.secret')
  await press(page, '编辑 微信应用密钥')
  const { id } = (await fixture.server.admin.call(config.page, { query: { configKey: 'wx.secret' } })).records[0]!
  await fixture.server.admin.call(config.update, { body: { id, configValue: await sealed(fixture.server, 'of somebody else') } })
  await dialog(page).getByLabel('值').fill('mine')
  await inDialog(page, '确定')
  await page.getByText('数据已被他人修改，请刷新后重试').waitFor()
})
