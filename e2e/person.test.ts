import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorize } from '@hufu/contract/apps/authorize'
import { user } from '@hufu/contract/directory/user'
import { role } from '@hufu/contract/permission/role'
import { sync } from '@hufu/contract/provisioning/sync'
import { lockOut, userNameOf } from '../server/test/attempts.ts'
import { hrPerson, openHrSource, type HrSource } from '../server/test/fakes/hr-source.ts'
import { logAttempts } from '../server/test/logins.ts'
import { scimClient, scimUser } from '../server/test/scim.ts'
import { peopleConfig, runSync } from '../server/test/syncs.ts'
import { expectAccessible, openFixture, picture, type Fixture } from './browser.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog').last()
const toast = (page: Page, sentence: string) => page.getByText(sentence, { exact: true }).first().waitFor()

let fixture: Fixture
let source: HrSource
let person: string
let app: string
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_ALLOW_LOOPBACK: '1' } })
  source = await openHrSource()
  const { given, admin, kernel } = fixture.server
  const org = await given.org({ name: '市局办公室' })
  person = await given.user({ org, realName: '刘爱涵', phone: '13900001111' })
  app = await given.app({ name: '协同办公', redirectUris: ['https://oa.example/back'] })
  const holder = await given.role(await given.user(), '/organiz/index')
  await kernel.db.updateTable('role').set({ name: '人事管理员' }).where('id', '=', holder).execute()
  await admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [person] } })
  await admin.call(user.setStatus, { query: { status: '1' }, body: { ids: [person] } })
  await admin.call(role.addUser, { body: { id: holder, userIds: [person] } })
  await admin.call(authorize.save, { body: { targetType: 'user', targetIds: [person], apps: [{ appId: app, roleIds: [] }] } })
  const hour = (n: number) => new Date(Date.now() - n * 3_600_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const attempts = Array.from({ length: 40 }, (_, n) =>
    Array.from({ length: (n * 7) % 11 }, () => ({ time: hour(n), userId: person, result: n % 5 === 0 ? (0 as const) : (1 as const) })),
  )
  await logAttempts(kernel.db, ...attempts.flat())
  await lockOut(fixture.server, await userNameOf(fixture.server, person))
})
afterAll(async () => {
  await source?.close()
  await fixture?.close()
})

async function visitAndPicture(path: string, ready: (page: Page) => Promise<unknown>, name: string): Promise<Page> {
  let last: Page | undefined
  for (const width of [1440, 1280])
    for (const dark of [true, false]) {
      await last?.close()
      last = await fixture.visitAs('1', path, { width, dark })
      await ready(last)
      // A link that lies half under the top bar has no room there.
      await last.evaluate(() => scrollTo(0, 0))
      await expectAccessible(last)
      await picture(last, `${name}-${width}${dark ? '-dark' : ''}`)
    }
  return last!
}

test('the welcome page lists what needs attention, unlocks with one click, and shows whether a user can sign in', async () => {
  const page = await visitAndPicture('/wel/index', shown => shown.getByText(/刘爱涵的账号被锁定/).waitFor(), 'today')
  await page.getByRole('heading', { name: '最近24小时登录' }).waitFor()
  expect(await page.getByRole('table', { name: '最近24小时登录' }).getByRole('row').count()).toBe(25)
  await press(page, '选择用户')
  await dialog(page).getByRole('textbox').first().fill('刘爱涵')
  await dialog(page)
    .getByRole('radio', { name: /刘爱涵/ })
    .check()
  await press(page, '确定（1 人）')
  await page.getByText('不能登录').waitFor()
  await page.getByText(/密码连续错误 \d+ 次，账号已锁定/).waitFor()
  await picture(page, 'today-diagnosis')
  await page.getByRole('listitem').filter({ hasText: '刘爱涵的账号被锁定' }).getByRole('button', { name: '解锁' }).click()
  await toast(page, '已解锁')
  await page.getByText(/刘爱涵的账号被锁定/).waitFor({ state: 'detached' })
  await lockOut(fixture.server, await userNameOf(fixture.server, person))
})

test('ENT-14 the welcome page links the last run of each task to its log, a planned one to its plan; without tasks the card is hidden', async () => {
  const { admin } = fixture.server
  const page = await fixture.visitAs('1', '/wel/index')
  const heading = page.getByRole('heading', { name: '最近同步' })
  await page.getByRole('heading', { name: '最近24小时登录' }).waitFor()
  expect(await heading.count()).toBe(0)
  source.people = Array.from({ length: 3 }, (_, n) => hrPerson(n))
  const save = async (name: string) => (await admin.call(sync.save, { body: peopleConfig(source, { name }) })).id
  const [first, second, third] = [await save('派遣人员'), await save('校园名册'), await save('实习名册')]
  const { run } = await runSync(fixture.server, first)
  source.next('/people', { status: 200, text: '<!doctype html><title>登录</title>' })
  await runSync(fixture.server, second)
  source.people = Array.from({ length: 4 }, (_, n) => hrPerson(50 + n))
  const { run: planned } = await runSync(fixture.server, third, 'plan')
  const shown = await visitAndPicture(
    '/wel/index',
    other => other.getByRole('region', { name: '最近同步' }).scrollIntoViewIfNeeded(),
    'today-runs',
  )
  const lines = shown.getByRole('region', { name: '最近同步' }).getByRole('listitem')
  await lines.filter({ hasText: '校园名册' }).getByText('失败', { exact: true }).waitFor()
  const line = lines.filter({ hasText: '派遣人员' })
  await line.getByText('成功', { exact: true }).waitFor()
  await line.getByText('新增 3', { exact: true }).waitFor()
  expect(await line.getByRole('time').getAttribute('title')).toBe(run.beginTime)
  await line.getByRole('link', { name: '派遣人员' }).click()
  await shown.waitForURL(`**/sync/syncLog?runId=${run.id}`)
  await shown.getByText('正在只看一次同步的日志').waitFor()
  expect(await shown.getByRole('link', { name: '查看计划' }).getAttribute('href')).toContain(`/sync/config?run=${run.id}`)
  await shown.goBack()
  await lines.filter({ hasText: '实习名册' }).getByText('待确认', { exact: true }).waitFor()
  await shown.getByRole('link', { name: '实习名册' }).click()
  await shown.waitForURL(`**/sync/config?run=${planned.id}`)
  await shown.getByRole('button', { name: '4 新增', exact: true }).waitFor()
})

test('SC-11 a SCIM client stopped by the brake is reported on the welcome page and in 消息中心, both linking to its release', async () => {
  const one = await scimClient(fixture.server, { brakePercent: 1, brakeLeast: 1 })
  for (let n = 0; n < 2; n++) {
    const { body } = await one.ask('POST', '/Users', scimUser())
    await one.patch(`/Users/${body.id}`, { op: 'replace', path: 'active', value: false })
  }
  const page = await fixture.visitAs('1', '/wel/index')
  await page.getByRole('listitem').filter({ hasText: '已停：一小时内移除' }).getByRole('link', { name: '查看并恢复' }).click()
  await page.waitForURL(`**/authorize/api-auth?id=${one.id}&tab=scim`)
  await page.getByText('已暂停移除：停用用户过多').waitFor()
  await page.goto('/wel/index')
  await page.getByRole('button', { name: /^消息中心/ }).click()
  await page
    .getByRole('dialog', { name: '消息中心' })
    .getByRole('link', { name: /^SCIM 客户端.*已停/ })
    .click()
  await page.waitForURL(`**/authorize/api-auth?id=${one.id}&tab=scim`)
})

test('the page of a user shows their timeline in words, yesterday with one click, and who made each change', async () => {
  const page = await visitAndPicture(
    `/organiz/detail?id=${person}&tab=timeline`,
    shown =>
      shown
        .getByText('角色管理 · 授予用户')
        .or(shown.getByText(/授予用户/))
        .first()
        .waitFor(),
    'timeline-user',
  )
  await page
    .getByText(/锁定至 .*密码连续错误/)
    .first()
    .waitFor()
  const list = page.getByRole('region', { name: '时间线' })
  expect(await list.getByText('授权给用户“刘爱涵”，应用：协同办公').count()).toBeGreaterThan(0)
  expect(await list.textContent()).not.toMatch(/[0-9a-f]{32}|版本/)
  await page.getByRole('button', { name: '昨天' }).click()
  await expect.poll(() => page.getByRole('button', { name: '昨天' }).getAttribute('aria-pressed')).toBe('true')
  await press(page, '授权变更')
  await page.getByText('没有记录').waitFor()
  await press(page, '全部时间')
  await list.getByText(/应用授权 · 授权/).waitFor()
})

test('a locked account is unlocked where it is shown: in its row and at the top of its page', async () => {
  const page = await fixture.visitAs('1', '/organiz/index?hasIncludeChild=true&status=2')
  await page.getByRole('row').filter({ hasText: '刘爱涵' }).getByRole('button', { name: /解锁/ }).click()
  await dialog(page)
    .getByText(/锁定至 .*密码连续错误/)
    .waitFor()
  await expectAccessible(page)
  await picture(page, 'unlock-row')
  await dialog(page).getByRole('button', { name: '解锁' }).click()
  await toast(page, '已解锁')
  await lockOut(fixture.server, await userNameOf(fixture.server, person))
  const own = await fixture.visitAs('1', `/organiz/detail?id=${person}`)
  await own.getByRole('button', { name: '解锁' }).click()
  await dialog(own).getByRole('button', { name: '解锁' }).click()
  await toast(own, '已解锁')
})

test('the access diagnosis names the missing grant and fixes it', async () => {
  const { given } = fixture.server
  const other = await given.user({ realName: '无权的人' })
  const page = await fixture.visitAs('1', `/app/detail?id=${app}`, { width: 1440 })
  await press(page, '访问诊断')
  await press(page, '选择用户')
  const picker = page.getByRole('dialog', { name: '选择用户' })
  await picker.getByRole('textbox').first().fill('无权的人')
  await picker.getByRole('radio', { name: /无权的人/ }).check()
  await press(page, '确定（1 人）')
  expect(other).not.toBe('')
  await page.getByText('没有得到该应用的授权').waitFor()
  await expectAccessible(page)
  await picture(page, 'diagnosis')
  await page.getByRole('list', { name: '检查步骤' }).getByRole('button', { name: '授权' }).click()
  await page.getByText('可以打开“协同办公”').waitFor()
})

test('the operation log is filtered by a user chosen by name', async () => {
  const page = await fixture.visitAs('1', '/audit/operation', { width: 1440 })
  await page
    .getByRole('button', { name: /展开/ })
    .click()
    .catch(() => undefined)
  await press(page, '操作对象 选择对象')
  await page.getByRole('menuitem', { name: '用户' }).click()
  await dialog(page).getByRole('textbox').first().fill('刘爱涵')
  await dialog(page)
    .getByRole('radio', { name: /刘爱涵/ })
    .check()
  await press(page, '确定（1 人）')
  await press(page, '查询')
  await page.getByRole('button', { name: '操作对象 刘爱涵' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'operation-target')
  await page.getByRole('row').filter({ hasText: '授予用户' }).getByRole('button', { name: /详情/ }).click()
  await dialog(page).getByRole('link', { name: '刘爱涵' }).waitFor()
  await picture(page, 'operation-record')
})
