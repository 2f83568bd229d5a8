import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { role } from '@hufu/contract/permission/role'
import { checkAccessibility, openFixture, picture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const restoreButton = (page: Page, name: RegExp) => page.getByRole('button', { name })
const entries = (page: Page, hasText: string) => page.locator('.timeline-entry').filter({ hasText })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^还原“/ })
const rename = async (id: string, realName: string) => {
  const { userName, jobs } = await fixture.server.admin.call(user.byId, { query: { id } })
  const body = { id, userName, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })) }
  await fixture.server.admin.call(user.update, { body })
}

test('X-HISTORY-05 whoever may change a user takes back a change and a move in the timeline, without the page of the data history', async () => {
  const { admin, given, as } = fixture.server
  const [from, to] = [await given.org({ name: '北京市' }), await given.org({ name: '天津市' })]
  const id = await given.user({ realName: '刘爱涵', org: from })
  await rename(id, '刘爱含')
  await admin.call(user.transferMainJob, { body: { userIds: [id], newOrgId: to } })
  const clerk = await given.user({ realName: '办事员' })
  await given.role(clerk, '/organiz/index#*')
  await as(clerk)
  const page = await fixture.visitAs(clerk, `/organiz/detail?id=${id}&tab=timeline`, { width: 1440 })
  const move = entries(page, '机构 北京市 → 天津市')
  await move.waitFor()
  expect(await move.getByText('北京市', { exact: true }).getAttribute('title')).toMatch(/ \/ 北京市$/)
  await checkAccessibility(page, 'timeline-restorable')
  await picture(page, 'timeline-1440')
  await move.getByRole('button', { name: /^还原 .* 用户 · / }).click()
  await dialogOf(page).getByText('机构 天津市 → 北京市').waitFor()
  await checkAccessibility(page, 'timeline-restore-dialog')
  await picture(page, 'timeline-restore-dialog')
  await dialogOf(page).getByRole('button', { name: '还原', exact: true }).click()
  await page.getByText('已还原', { exact: true }).first().waitFor()
  await entries(page, '机构 天津市 → 北京市').waitFor()
  expect((await admin.call(user.byId, { query: { id } })).jobs).toMatchObject([{ orgId: from, jobType: 1 }])
  const renaming = entries(page, '姓名 刘爱涵 → 刘爱含')
  await renaming.getByRole('button', { name: /^还原 / }).click()
  await dialogOf(page).getByText('姓名 刘爱含 → 刘爱涵').waitFor()
  await dialogOf(page).getByRole('button', { name: '还原', exact: true }).click()
  await page.locator('[data-name]').getByText('刘爱涵', { exact: true }).waitFor()
  await renaming.getByText('已还原', { exact: true }).waitFor()
  expect(await renaming.getByRole('button', { name: /^还原 / }).count()).toBe(0)
  await picture(page, 'timeline-restored')
})

test('X-HISTORY-05 what cannot be taken back is said before, and users who may only look have no button', async () => {
  const { given } = fixture.server
  const id = await given.user({ realName: '第一名' })
  await rename(id, '第二名')
  await rename(id, '第三名')
  const page = await fixture.visitAs('1', `/organiz/detail?id=${id}&tab=timeline`, { dark: true })
  const first = entries(page, '姓名 第一名 → 第二名')
  await first.getByRole('button', { name: /^还原 / }).click()
  await dialogOf(page).getByText('不能还原：以下字段之后又有修改，不能还原：姓名').waitFor()
  expect(await dialogOf(page).getByRole('button', { name: '还原', exact: true }).isDisabled()).toBe(true)
  await picture(page, 'timeline-refused-dark')
  const reader = await given.user()
  await given.role(reader, '/organiz/index#user-detail')
  const seen = await fixture.visitAs(reader, `/organiz/detail?id=${id}&tab=timeline`)
  await entries(seen, '姓名 第一名 → 第二名').waitFor()
  expect(await restoreButton(seen, /^还原 /).count()).toBe(0)
})

test('X-HISTORY-05 a user removed from a role comes back by the timeline of the role', async () => {
  const { admin, given, kernel } = fixture.server
  const person = await given.user({ realName: '管人事' })
  const roleId = await given.role(person, '/organiz/index')
  await kernel.db.updateTable('role').set({ name: '人事管理员' }).where('id', '=', roleId).execute()
  await admin.call(role.removeUser, { body: { id: roleId, userIds: [person] } })
  const page = await fixture.visitAs('1', '/system/systemRoleIndex', { width: 1280 })
  const row = page.getByRole('row').filter({ hasText: '人事管理员' })
  await row.getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '时间线' }).click()
  const drawer = page.getByRole('dialog', { name: /人事管理员/ })
  await drawer.getByRole('listitem').filter({ hasText: '管人事' }).getByRole('button', { name: /^还原 / }).first().click() // prettier-ignore
  await dialogOf(page).getByText('管人事').waitFor()
  await checkAccessibility(page, 'timeline-restore-role')
  await picture(page, 'timeline-restore-role')
  await dialogOf(page).getByRole('button', { name: '还原', exact: true }).click()
  await page.getByText('已还原', { exact: true }).first().waitFor()
  expect((await admin.call(role.pageUser, { query: { id: roleId } })).records.map(one => one.id)).toContain(person)
})

test('O-57 today, the last 7 days and the last 30 days are one click in a timeline and in the data history', async () => {
  const { admin, given, kernel } = fixture.server
  const id = await given.org({ name: '时间处' })
  const { code } = await admin.call(org.byId, { query: { id } })
  await admin.call(org.update, { body: { id, name: '时间新处', code } })
  const older = await given.org({ name: '旧时处' })
  await kernel.pool.query(`update data_history set create_time = now() - interval '10 days' where record_id = $1`, [older])
  const page = await fixture.visitAs('1', `/organiz/orgDetail?id=${older}`)
  const chips = page.getByRole('group', { name: '时间范围' })
  await expect.poll(() => chips.getByRole('button').allInnerTexts()).toEqual(['全部时间', '今天', '昨天', '最近7天', '最近30天'])
  const created = entries(page, '名称 旧时处')
  await created.waitFor()
  await chips.getByRole('button', { name: '最近7天' }).click()
  await page.getByText('没有记录', { exact: true }).waitFor()
  await chips.getByRole('button', { name: '最近30天' }).click()
  await created.waitFor()
  await page.goto('/devops/data-history')
  const list = page.getByRole('table', { name: '变更记录' })
  await list.getByText('旧时处', { exact: true }).first().waitFor()
  await chips.getByRole('button', { name: '今天' }).click()
  await expect.poll(() => list.getByText('旧时处', { exact: true }).count()).toBe(0)
  await list.getByText('时间新处', { exact: true }).first().waitFor()
  expect(await chips.getByRole('button', { name: '今天' }).getAttribute('aria-pressed')).toBe('true')
  expect(new URL(page.url()).searchParams.get('beginTime')).toMatch(/^\d{4}-\d\d-\d\d 00:00:00$/)
})

test('X-HISTORY-02, X-HISTORY-03 the data history shows a move in its line, its rows and its drawer, and leaves no row blank', async () => {
  const { admin, given } = fixture.server
  const [from, to] = [await given.org({ name: '东城区' }), await given.org({ name: '西城区' })]
  const people = await Promise.all(['搬一', '搬二'].map(realName => given.user({ realName, org: from })))
  await admin.call(user.transferMainJob, { body: { userIds: people, newOrgId: to } })
  const page = await fixture.visitAs('1', '/devops/data-history', { width: 1440 })
  const list = page.getByRole('table', { name: '变更记录' })
  const rows = list.locator('tbody tr.ant-table-row')
  await rows.filter({ hasText: '机构 东城区 → 西城区' }).first().waitFor()
  await picture(page, 'data-history-move-1440')
  await rows.filter({ hasText: '机构 东城区 → 西城区' }).getByRole('button', { name: '批量 4 条' }).click()
  await expect.poll(() => rows.filter({ hasText: '机构 东城区 → 西城区' }).count()).toBe(4)
  await picture(page, 'data-history-move-rows')
  await rows.filter({ hasText: '用户' }).first().getByRole('button', { name: /^详情/ }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('机构 东城区 → 西城区').first().waitFor()
  await checkAccessibility(page, 'data-history-move')
  await picture(page, 'data-history-move-drawer')
})
