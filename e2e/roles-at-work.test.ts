import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '@hufu/contract/directory/user'
import { review } from '@hufu/contract/governance/review'
import { dict } from '@hufu/contract/operations/dict'
import { quartz } from '@hufu/contract/operations/quartz'
import { clerk, setReview } from '../server/test/reviews.ts'
import { openFixture, quiet, type Fixture } from './browser.ts'

// The tasks of the seeded roles for examiners and operators, done by a user who has only that role.

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

async function createHolder(code: string, realName: string): Promise<string> {
  const { given, kernel } = fixture.server
  const id = await given.user({ realName })
  await kernel.pool.query(`insert into user_role (user_id, role_id) select $1, id from role where code = $2`, [id, code])
  kernel.sessions.forget()
  return id
}

test('D-33, ENT-10 the role 审核员 can review, see the statistics and name a deputy, and can open nothing else', async () => {
  const { server } = fixture
  const [first, second] = [await createHolder('examiner', '审核员一'), await createHolder('examiner', '审核员二')]
  await setReview(server, { user: [first] })
  const applicant = await clerk(server)
  const realName = `新人${server.given.next()}`
  const body = { userName: `rolework${server.given.next()}`, realName, passwordType: 2, jobs: [{ orgId: '1', jobType: 1 }] }
  await applicant.as.send(user.save, { body })
  const page = await fixture.visitAs(first, '/', { width: 1440 })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await quiet(page)
  expect(await page.locator('.side-menu').getByText('运维管理').count()).toBe(0)
  await page.getByRole('link', { name: /待审核用户|用户.*待审核/ }).click()
  await page.getByRole('button', { name: `查看 ${realName}` }).click()
  await page.locator('.ant-drawer').getByRole('button', { name: '通过' }).click()
  await page.getByText('没有更多待您审核的申请').waitFor()
  expect((await server.admin.call(user.page, { query: { realName } })).total).toBe(1)
  await page.goto('/examine/examine-set?tab=stats')
  await page.getByRole('table', { name: '按审核人' }).getByText('审核员一').waitFor()
  await page.getByRole('button', { name: /审核与申请/ }).click()
  await page.getByRole('menuitem', { name: '我的代理人' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '新增代理人' }).waitFor()
  expect((await (await server.as(first)).call(review.candidates, { query: { objectType: 'user' } })).map(({ id }) => id)).toContain(second)
  await page.goto('/devops/quartz')
  await page.waitForURL(url => !url.pathname.startsWith('/devops'))
})

test('ROUTE-69, D-33 an operator works from the overview: closes a call, runs a job, fills a dictionary, views a cleaning', async () => {
  const { server } = fixture
  const operator = await createHolder('super_admin', '运维一')
  const page = await fixture.visitAs(operator, '/devops', { width: 1440 })
  await page.getByRole('region', { name: '运行情况' }).getByText('数据库大小').waitFor()
  await page.getByRole('link', { name: /^24 小时内失败的定时任务/ }).click()
  await page.getByRole('button', { name: '立即执行 清理过期会话' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: '立即执行' }).click()
  await expect
    .poll(async () => (await server.admin.call(quartz.pageLog, { query: {} })).records.filter(({ result }) => result === 1).length)
    .toBeGreaterThan(0)
  const [log] = (await server.admin.call(quartz.pageLog, { query: {} })).records
  expect(log).toMatchObject({ name: '清理过期会话' })
  await page.goto('/devops/dict?type=orgType')
  await page.getByRole('button', { name: '新增字典项' }).click()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel('名称', { exact: true }).fill('派出机构')
  await dialog.getByLabel('编码', { exact: true }).fill('outpost')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByRole('row').filter({ hasText: '派出机构' }).waitFor()
  expect((await server.admin.call(dict.list, { query: { type: 'orgType' } })).map(({ code }) => code)).toContain('outpost')
  await page.goto('/devops/data-clean')
  await page.getByRole('button', { name: '立即清理 登录日志' }).click()
  await page
    .getByRole('dialog')
    .getByText(/早于|之前/)
    .first()
    .waitFor()
})
