import { afterAll, beforeAll, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { separation } from '@hufu/contract/permission/separation'
import { user } from '@hufu/contract/directory/user'
import { phoneOf } from '../server/test/given.ts'
import { checkAccessibility, openFixture, picture, type Fixture } from './browser.ts'
import { made } from '../server/test/made.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const PAGE = '/devops/data-history'
const LIST = '变更记录'

test('ROUTE-75, X-HISTORY-05 a change is found, shown by field and restored; what cannot be restored is shown first', async () => {
  const { admin, given } = fixture.server
  const code = `CW${given.next()}`
  const { id: orgId } = made(await admin.call(org.save, { body: { parentId: '1', name: '财务处', code, leader: '王芳' } }))
  await admin.call(org.update, { body: { id: orgId, name: '财务管理处', code, leader: '李强' } })
  const people = await Promise.all(['赵敏', '钱进', '孙悦'].map(realName => given.user({ realName, org: orgId })))
  await admin.call(user.setStatus, { query: { status: '0' }, body: { ids: people } })
  const page = await fixture.visitAs('1', PAGE, { width: 1440 })
  const list = page.getByRole('table', { name: LIST })
  await list.getByRole('button', { name: '批量 3 条' }).waitFor()
  await checkAccessibility(page, 'data-history-list')
  await list.getByRole('button', { name: '批量 3 条' }).click()
  await expect.poll(() => list.locator('tbody tr.ant-table-row').count()).toBe(3)
  await page.getByRole('button', { name: '重置', exact: true }).click()
  // Checked before the drawer covers it.
  await checkAccessibility(page, 'data-history-list-again')
  await list.getByRole('button', { name: /详情.*修改机构 财务管理处|修改机构 财务管理处.*详情/ }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('row', { name: '名称 财务处 财务管理处' }).waitFor()
  await drawer.getByText('还原会把以下字段恢复为变更前的值：名称、负责人。').waitFor()
  await checkAccessibility(page, 'data-history-drawer')
  await drawer.getByRole('button', { name: '还原', exact: true }).click()
  await page.getByRole('dialog', { name: /还原“修改机构：财务管理处”/ }).getByRole('button', { name: '还原', exact: true }).click() // prettier-ignore
  await page.getByText('已还原', { exact: true }).waitFor()
  await drawer.getByText('不能还原：没有可恢复的差异').waitFor()
  expect(await admin.call(org.byId, { query: { id: orgId } })).toMatchObject({ name: '财务处', leader: '王芳' })
  await picture(page, 'data-history-restored')
})

test('X-HISTORY-05 a whole operation is restored, and what stays changed is shown first', async () => {
  const { admin, given, kernel } = fixture.server
  const people = await Promise.all(['陈一', '陈二', '陈三'].map(realName => given.user({ realName })))
  await admin.call(user.setStatus, { query: { status: '0' }, body: { ids: people } })
  await admin.call(user.remove, { body: { ids: [people[2]!] } })
  const page = await fixture.visitAs('1', `${PAGE}?tableName=users&recordId=${people[0]}`)
  await page.getByRole('button', { name: /^详情.*修改用户 陈一/ }).first().click() // prettier-ignore
  await page.getByRole('dialog').getByRole('button', { name: '撤销整个操作' }).click()
  const dialog = page.getByRole('dialog', { name: '撤销 3 条变更？' })
  await dialog.getByText('2 条变更会被还原').waitFor()
  await dialog.getByText(/^修改用户 陈三：/).waitFor()
  await checkAccessibility(page, 'data-history-operation')
  await dialog.getByRole('button', { name: '撤销' }).click()
  await page.getByText('已还原 2 条变更').waitFor()
  const { rows } = await kernel.pool.query('select status from users where id = any ($1)', [people.slice(0, 2)])
  expect(rows).toEqual([{ status: 1 }, { status: 1 }])
})

test('X-HISTORY-05 a changed telephone is shown masked and cannot be restored', async () => {
  const { admin, given } = fixture.server
  const id = await given.user({ realName: '周到', phone: phoneOf(9_200_001) })
  const { userName, realName, jobs } = await admin.call(user.byId, { query: { id } })
  const body = { id, userName, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })), phone: phoneOf(9_200_002) }
  await admin.call(user.update, { body })
  const page = await fixture.visitAs('1', `${PAGE}?recordId=${id}`, { dark: true })
  await page.getByRole('table', { name: LIST }).getByRole('button', { name: /修改用户 周到/ }).first().click() // prettier-ignore
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('row', { name: /手机号 掩码 139\*{4}0001 139\*{4}0002/ }).waitFor()
  await drawer.getByText('不能还原：该记录不含可恢复的字段').waitFor()
  await drawer.getByText('以下字段不能还原，保持现在的值：手机号。').waitFor()
  expect(await drawer.getByRole('button', { name: '还原', exact: true }).count()).toBe(0)
  await picture(page, 'data-history-mask-dark')
})

test('ROUTE-75 the user whose changes are searched is chosen by name', async () => {
  const { admin, given } = fixture.server
  const [id, other] = [await given.user({ realName: '纪可查' }), await given.user({ realName: '旁观者' })]
  await admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  await admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [other] } })
  const page = await fixture.visitAs('1', PAGE)
  await page.getByRole('button', { name: '对象 选择对象' }).click()
  await page.getByRole('menuitem', { name: '用户' }).click()
  const picker = page.getByRole('dialog')
  await picker.getByRole('textbox').first().fill('纪可查')
  await picker.getByRole('radio', { name: /纪可查/ }).check()
  await picker.getByRole('button', { name: '确定（1 人）' }).click()
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await page.locator('.filter-chips').getByText('纪可查').waitFor()
  const table = page.getByRole('table', { name: LIST })
  await table
    .getByRole('button', { name: /修改用户 纪可查/ })
    .first()
    .waitFor()
  expect(await table.getByRole('button', { name: /旁观者/ }).count()).toBe(0)
})

test('N-14, D-54 the audit administrator requests a restore, the security administrator confirms it on the welcome page', async () => {
  const { server } = fixture
  const adminsByRole: Record<string, string> = {}
  for (const segregatedRole of ['system', 'security', 'audit']) {
    adminsByRole[segregatedRole] = await server.given.user({
      realName: { system: '系小明', security: '安小红', audit: '审小刚' }[segregatedRole]!,
    })
    await server.admin.call(separation.appoint, { body: { duty: segregatedRole, userIds: [adminsByRole[segregatedRole]] } })
  }
  const { id } = made(await server.admin.call(org.save, { body: { parentId: '1', name: '行政处', code: 'XZ01' } }))
  await server.admin.call(org.update, { body: { id, name: '错误的名称', code: 'XZ01' } })
  for (const segregatedRole of ['audit', 'security'])
    await (await server.as(adminsByRole[segregatedRole]!)).call(separation.agree, { body: { wish: true } })
  server.kernel.sessions.forget()
  const page = await fixture.visitAs(adminsByRole.audit!, `${PAGE}?recordId=${id}`)
  await page.getByRole('table', { name: LIST }).getByRole('button', { name: /修改机构 错误的名称/ }).click() // prettier-ignore
  await page.getByRole('dialog').getByRole('button', { name: '申请还原' }).click()
  const ask = page.getByRole('dialog', { name: /还原“修改机构：错误的名称”/ })
  await ask.getByLabel('还原原因').fill('名称录入错误')
  await ask.getByRole('button', { name: '申请还原' }).click()
  await page.getByRole('dialog').getByText('审小刚已申请还原，等待安全管理员确认。').waitFor()
  const welcome = await fixture.visitAs(adminsByRole.security!, '/wel/index')
  const requests = welcome.getByRole('region', { name: '待确认的还原申请' })
  await requests.getByText('原因：名称录入错误').waitFor()
  await checkAccessibility(welcome, 'data-history-requests')
  await requests.getByRole('button', { name: '确认还原' }).click()
  await welcome.getByRole('dialog').getByRole('button', { name: '确认还原' }).click()
  await welcome.getByText('已还原', { exact: true }).waitFor()
  await requests.waitFor({ state: 'detached' })
  const now = await server.kernel.db.selectFrom('org').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  expect(now.name).toBe('行政处')
})
