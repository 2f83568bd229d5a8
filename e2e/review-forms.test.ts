import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { review } from '@hufu/contract/governance/review'
import type { Subject } from '../server/test/harness.ts'
import { phoneOf } from '../server/test/given.ts'
import { clerk, deployed, setReview } from '../server/test/reviews.ts'
import { checkAccessibility, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
let applicant: { id: string; as: Subject }
let examiner: { id: string; as: Subject }
beforeAll(async () => {
  fixture = await openFixture()
  const { server } = fixture
  applicant = await clerk(server)
  const id = await server.given.user({ realName: '审核员甲' })
  await server.given.role(id, '/wel/index', '/organiz/index#*', '/organiz/org-list#*', '/examine/review-user#*', '/examine/review-org#*')
  examiner = { id, as: await server.as(id) }
  await setReview(server, { user: [id], org: [id] })
})
afterAll(() => fixture?.close())
beforeEach(async () => {
  await fixture.server.kernel.db.updateTable('workflow').set({ status: 0 }).execute()
  const { records } = await applicant.as.call(review.pageOwn, { query: { status: 0, size: 500 } })
  if (records.length > 0) await applicant.as.call(review.withdraw, { body: { ids: records.map(({ id }) => id) } })
})

const main = (page: Page) => page.getByRole('main')
const row = (page: Page, name: string) => main(page).getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog').last()
const own = async () => (await applicant.as.call(review.pageOwn, { query: { status: 0 } })).records
/** Takes pictures in both widths and both themes. */
async function look(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await quiet(page)
  await picture(page, `${name}-1280`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await checkAccessibility(page, name)
}
async function submitEdit(as: Subject, id: string, remark: string): Promise<string> {
  const { version, realName, jobs } = await fixture.server.admin.call(user.byId, { query: { id } })
  const body = { id, version, realName, remark, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })) }
  return ((await as.call(user.update, { body })) as { examineId: string }).examineId
}

test('D-53 the form of a new user shows the steps, lets the applicant choose examiners, and submits', async () => {
  const { server } = fixture
  const n = server.given.next()
  await deployed(server, 'user', [
    { name: '初审', approverIds: [examiner.id] },
    { name: '复审', approverType: 'pick', approverIds: [examiner.id] },
  ])
  const page = await fixture.visitAs(applicant.id, '/organiz/user?orgId=1', { width: 1440 })
  const plan = page.getByRole('list', { name: '审核步骤' })
  await plan.getByText('审核员甲').waitFor()
  await plan.getByText('由您选择').waitFor()
  await page.getByLabel('姓名').fill(`新人${n}`)
  await page.getByLabel('用户名').fill(`fresh${n}`)
  await page.getByLabel('手机号').fill(phoneOf(n))
  await plan.scrollIntoViewIfNeeded()
  await look(page, 'review-user-form')
  await page.getByRole('button', { name: '提交审核', exact: true }).click()
  await page.getByText('请选择复审的审核人').waitFor()
  await page.getByRole('checkbox', { name: '审核员甲' }).check()
  await page.getByRole('button', { name: '提交审核', exact: true }).click()
  await page.getByText('已提交审核').first().waitFor()
  await page
    .getByRole('button', { name: '我已保存' })
    .or(page.getByRole('heading', { name: '组织用户' }))
    .first()
    .waitFor()
  expect(await own()).toMatchObject([{ objectName: `新人${n}`, operateType: 'insert' }])
  expect((await server.admin.call(user.page, { query: { userName: `fresh${n}` } })).total).toBe(0)

  const next = await fixture.visitAs(applicant.id, '/organiz/user?orgId=1')
  await next.getByLabel('手机号').fill(phoneOf(n))
  await next.getByText('该手机号已在待审核的申请中').waitFor()
})

test('D-53 a changed user is tagged in the list and on their page, and cannot be submitted twice', async () => {
  const { server } = fixture
  const n = server.given.next()
  const id = await server.given.user({ realName: `改动${n}` })
  const page = await fixture.visitAs(applicant.id, `/organiz/user/${id}`, { width: 1440 })
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByLabel('备注').fill('调岗')
  await page.getByRole('button', { name: '提交审核', exact: true }).click()
  await page.getByText('已提交审核').first().waitFor()
  await page.goto(`/organiz/index?orgId=1&hasIncludeChild=true&searchKey=改动${n}`)
  const tag = row(page, `改动${n}`).getByRole('link', { name: `待审核：查看改动${n}的申请` })
  await tag.waitFor()
  await look(page, 'review-user-tag')
  await tag.click()
  await dialog(page).getByRole('cell', { name: '调岗' }).waitFor()
  await dialog(page).getByRole('button', { name: '撤回', exact: false }).first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).search).not.toContain('application')

  await page.goto(`/organiz/detail?id=${id}`)
  await page.getByText('有待审核的变更').waitFor()
  await look(page, 'review-user-detail')
  await page.getByRole('link', { name: '查看申请' }).click()
  await dialog(page).getByRole('cell', { name: '调岗' }).waitFor()

  await page.goto(`/organiz/user/${id}`)
  await page.getByText('该用户有待审核的申请，不能再次提交').first().waitFor()
  await page.getByText('涉及：备注。').waitFor()
  expect(await page.getByRole('button', { name: '提交审核', exact: true }).isDisabled()).toBe(true)
  await look(page, 'review-user-again')

  // For an examiner, the link leads to the request itself.
  const theirs = await fixture.visitAs(examiner.id, `/organiz/detail?id=${id}`)
  await theirs.getByRole('link', { name: '查看申请' }).click()
  await dialog(theirs).getByText(`修改 改动${n}`).waitFor()
  expect(new URL(theirs.url()).pathname).toBe('/examine/review-user')

  // A user who needs no review may change it at once, and is told the consequence.
  const above = await fixture.visitAs('1', `/organiz/user/${id}`)
  await above.getByText('您的修改立即生效').waitFor()
  await above.getByRole('button', { name: '更多', exact: true }).click()
  await above.getByLabel('备注').fill('直接改')
  await above.getByRole('button', { name: '保存', exact: true }).click()
  await above.getByText('保存成功').first().waitFor()
})

test('D-53 deletions are submitted one by one, and a bulk deletion says so', async () => {
  const { server } = fixture
  const n = server.given.next()
  const id = await server.given.user({ realName: `离职${n}甲` })
  await server.given.user({ realName: `离职${n}乙` })
  const page = await fixture.visitAs(applicant.id, `/organiz/index?orgId=1&hasIncludeChild=true&searchKey=离职${n}`, { width: 1440 })
  await row(page, `离职${n}甲`).getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await dialog(page).getByRole('list', { name: '审核步骤' }).getByText('审核员甲').waitFor()
  await look(page, 'review-user-removal')
  await dialog(page).getByRole('button', { name: '提交审核' }).click()
  await page.getByText('已提交审核').first().waitFor()
  await row(page, `离职${n}甲`)
    .getByRole('link', { name: /待审核/ })
    .waitFor()
  expect(await own()).toMatchObject([{ objectId: id, operateType: 'delete' }])

  await row(page, `离职${n}甲`).getByRole('checkbox').check()
  await row(page, `离职${n}乙`).getByRole('checkbox').check()
  await page.getByRole('region', { name: /批量/ }).getByRole('button', { name: '删除' }).click()
  await dialog(page).getByText('已开启审核，请逐条提交').waitFor()
})

test('D-53 while reviews are on, workbooks and batches are disabled with the reason', async () => {
  const page = await fixture.visitAs(applicant.id, '/organiz/index', { width: 1440 })
  const batch = page.getByRole('button', { name: '批量新增与导入' })
  await expect.poll(() => batch.isDisabled()).toBe(true)
  expect(await batch.getAttribute('title')).toBe('已开启审核，请逐条提交')
  await page.goto('/organiz/batch-add-user?tab=sheet')
  await page.getByText('已开启审核，请逐条提交').waitFor()
  expect(await page.locator('input[type=file]').isDisabled()).toBe(true)
  await look(page, 'review-import')
  await page.goto('/organiz/batch-add-user?tab=grid&orgId=1')
  expect(await page.getByRole('button', { name: '已开启审核，请逐条提交' }).isDisabled()).toBe(true)
  await page.goto('/organiz/org-list')
  for (const name of [/导入/, /批量新增/]) await expect.poll(() => main(page).getByRole('button', { name }).first().isDisabled()).toBe(true)
  // A user who needs no review is not restricted.
  const above = await fixture.visitAs('1', '/organiz/batch-add-user?tab=sheet')
  await above.getByText('批量新增').first().waitFor()
  await quiet(above)
  expect(await above.locator('input[type=file]').isDisabled()).toBe(false)
})

test('D-53 an organisation is added, changed and deleted by requests, and tagged while one is open', async () => {
  const { server } = fixture
  const n = server.given.next()
  const [kept, empty] = [await server.given.org({ name: `总务${n}` }), await server.given.org({ name: `空部门${n}` })]
  const page = await fixture.visitAs(applicant.id, '/organiz/org-list?parentId=1', { width: 1440 })
  await page.getByRole('button', { name: '新增机构' }).first().click()
  await dialog(page).getByRole('list', { name: '审核步骤' }).getByText('审核员甲').waitFor()
  await dialog(page).getByLabel('机构名称').fill(`新部门${n}`)
  await dialog(page).getByLabel('机构编码').fill(`NEW${n}`)
  await look(page, 'review-org-dialog')
  await dialog(page).getByRole('button', { name: '提交审核' }).click()
  await page.getByText('已提交审核').first().waitFor()
  expect(await own()).toMatchObject([{ objectName: `新部门${n}` }])

  await page.goto(`/organiz/orgDetail?id=${kept}`)
  await page.getByRole('button', { name: '编辑' }).click()
  await dialog(page).getByLabel('备注').fill('合并')
  await dialog(page).getByRole('button', { name: '提交审核' }).click()
  await page.getByText('已提交审核').first().waitFor()
  await page.reload()
  await page.getByText('有待审核的变更').waitFor()
  await look(page, 'review-org-detail')
  await page.getByRole('button', { name: '编辑' }).click()
  await dialog(page).getByText('该机构有待审核的申请，不能再次提交').waitFor()
  expect(await dialog(page).getByRole('button', { name: '提交审核' }).isDisabled()).toBe(true)

  await page.goto(`/organiz/org-list?name=空部门${n}&hasIncludeChild=true`)
  await row(page, `空部门${n}`).getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await dialog(page).getByRole('button', { name: '提交审核' }).click()
  await row(page, `空部门${n}`)
    .getByRole('link', { name: /待审核/ })
    .waitFor()
  await look(page, 'review-org-tag')
  expect(await server.admin.call(org.byId, { query: { id: empty } })).toMatchObject({ name: `空部门${n}` })
})

test('D-53 another user sees that a request is pending, but gets no link to it', async () => {
  const { server } = fixture
  const n = server.given.next()
  const id = await server.given.user({ realName: `他人${n}` })
  await submitEdit(applicant.as, id, '别人的')
  const other = await clerk(server)
  const page = await fixture.visitAs(other.id, `/organiz/index?orgId=1&hasIncludeChild=true&searchKey=他人${n}`)
  await row(page, `他人${n}`).getByText('待审核', { exact: true }).waitFor()
  expect(
    await row(page, `他人${n}`)
      .getByRole('link', { name: /待审核/ })
      .count(),
  ).toBe(0)
})
