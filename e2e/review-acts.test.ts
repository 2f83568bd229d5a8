import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { user } from '@hufu/contract/directory/user'
import { review } from '@hufu/contract/governance/review'
import { workflow } from '@hufu/contract/governance/workflow'
import type { Subject } from '../server/test/harness.ts'
import { clerk, deployed, lineOf, setReview } from '../server/test/reviews.ts'
import { checkAccessibility, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
let applicant: { id: string; as: Subject }
const examiners: { id: string; as: Subject; name: string }[] = []
beforeAll(async () => {
  fixture = await openFixture()
  const { server } = fixture
  applicant = await clerk(server)
  for (const name of ['审核员甲', '审核员乙']) {
    const id = await server.given.user({ realName: name })
    await server.given.role(id, '/wel/index', '/examine/review-user#*', '/examine/review-org#*')
    examiners.push({ id, as: await server.as(id), name })
  }
  await setReview(server, { user: [examiners[0]!.id], org: [examiners[0]!.id] })
})
afterAll(() => fixture?.close())
beforeEach(() => fixture.server.kernel.db.updateTable('workflow').set({ status: 0 }).execute())

async function submitted(realName: string): Promise<string> {
  const n = fixture.server.given.next()
  const body = { userName: `act${n}`, realName, passwordType: 2, jobs: [{ orgId: '1', jobType: 1 }] }
  return ((await applicant.as.call(user.save, { body })) as { examineId: string }).examineId
}
const dialog = (page: Page) => page.getByRole('dialog').last()
async function look(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await quiet(page)
  await picture(page, `${name}-1280`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await checkAccessibility(page, name)
}
async function choose(page: Page, label: string, name: string): Promise<void> {
  await dialog(page).getByLabel(label).fill(name)
  await page.locator('.ant-select-item-option').filter({ hasText: name }).click()
}

test('E12 an examiner adds another one before them, who can approve but not reassign', async () => {
  const [first, second] = examiners as [(typeof examiners)[0], (typeof examiners)[0]]
  const name = `加签${fixture.server.given.next()}`
  const id = await submitted(name)
  const page = await fixture.visitAs(first.id, `/examine/review-user?id=${id}`, { width: 1440 })
  await dialog(page).getByRole('button', { name: '加签' }).click()
  await page.getByRole('dialog', { name: `为“${name}”加签` }).waitFor()
  await choose(page, '审核人', second.name)
  await dialog(page).getByLabel('原因').fill('请先看看')
  await look(page, 'review-add-sign')
  await dialog(page).getByRole('button', { name: '加签' }).click()
  await page.getByText('已加签').first().waitFor()
  await dialog(page).getByText('审核员乙：请先看看').waitFor()
  expect(await dialog(page).getByRole('button', { name: '通过' }).count()).toBe(0)

  const theirs = await fixture.visitAs(second.id, `/examine/review-user?id=${id}`, { width: 1440 })
  await dialog(theirs).getByRole('button', { name: '通过' }).waitFor()
  expect(await dialog(theirs).getByRole('button', { name: '转办' }).count()).toBe(0)
  await dialog(theirs).getByRole('button', { name: '通过' }).click()
  await theirs.getByText('没有更多待您审核的申请').waitFor()
  expect(await first.as.call(review.byId, { query: { id } })).toMatchObject({ status: 0, mayAct: true })
})

test('E12 an examiner reassigns a request with a reason; the applicant sends a reminder', async () => {
  const [first, second] = examiners as [(typeof examiners)[0], (typeof examiners)[0]]
  const name = `转办${fixture.server.given.next()}`
  const id = await submitted(name)
  const page = await fixture.visitAs(first.id, `/examine/review-user?id=${id}`, { width: 1440 })
  await dialog(page).getByRole('button', { name: '转办' }).waitFor()
  await look(page, 'review-drawer-acts')
  await dialog(page).getByRole('button', { name: '转办' }).click()
  await choose(page, '审核人', second.name)
  await dialog(page).getByLabel('原因').fill('出差')
  await dialog(page).getByRole('button', { name: '转办' }).click()
  await page.getByText('已转办').first().waitFor()
  expect(await second.as.call(review.byId, { query: { id } })).toMatchObject({ mayAct: true })

  const own = await fixture.visitAs(applicant.id, '/organiz/index', { width: 1440 })
  await own.getByRole('button', { name: '审核与申请' }).click()
  await own.getByRole('menuitem', { name: '我的申请' }).click()
  await own.getByRole('button', { name: `催办 ${name}` }).click()
  await own.getByText('已催办').first().waitFor()
  await look(own, 'review-own')
  await own.getByRole('button', { name: `催办 ${name}` }).click()
  await own.getByText('一小时内已催办过，请稍后再试').waitFor()
})

test('E4.12 an examiner names a deputy for some days, who is then listed in the settings', async () => {
  const [first, second] = examiners as [(typeof examiners)[0], (typeof examiners)[0]]
  const ids = (await first.as.call(review.deputies)).map(({ id }) => id)
  if (ids.length > 0) await first.as.call(review.removeDeputy, { body: { ids } })
  const page = await fixture.visitAs(first.id, '/wel/index', { width: 1440 })
  await page.getByRole('button', { name: /审核与申请/ }).click()
  await page.getByRole('menuitem', { name: '我的代理人' }).click()
  await dialog(page).getByText('还没有代理人').waitFor()
  await dialog(page).getByRole('button', { name: '新增代理人' }).click()
  await look(page, 'review-deputy')
  await choose(page, '代理人', second.name)
  await dialog(page).getByPlaceholder('开始时间').or(dialog(page).locator('.ant-picker input').first()).first().click()
  await page.keyboard.type('2026-01-01 00:00:00')
  await page.keyboard.press('Enter')
  await page.keyboard.type('2030-01-01 00:00:00')
  // Enter only accepts the range; the form is not submitted.
  await page.keyboard.press('Enter')
  await quiet(page)
  expect(await first.as.call(review.deputies)).toEqual([])
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await page.getByText('生效中').waitFor()
  await look(page, 'review-deputies')
  expect(await first.as.call(review.deputies)).toMatchObject([{ deputyId: second.id, objectType: null, isInForce: true }])

  const above = await fixture.visitAs('1', '/examine/examine-set?tab=deputies', { width: 1440 })
  await above.getByRole('row').filter({ hasText: '审核员甲' }).getByText('审核员乙').waitFor()
  await look(above, 'review-all-deputies')
  await above.getByRole('tab', { name: '统计' }).click()
  await above.getByRole('table', { name: '按步骤' }).getByRole('row').filter({ hasText: '审核' }).first().waitFor()
  await look(above, 'review-stats')

  await dialog(page).getByRole('button', { name: '删除代理人 审核员乙' }).click()
  await dialog(page).getByRole('button', { name: '删除', exact: true }).click()
  await page.getByText('还没有代理人').waitFor()
})

test('E10 the designer names who gets copies; they read them among their own requests', async () => {
  const { server } = fixture
  const reader = await server.given.user({ realName: '抄送者' })
  await server.given.role(reader, '/wel/index')
  const [first] = examiners as [(typeof examiners)[0]]
  const id = await deployed(server, 'user', [{ approverIds: [first.id] }])
  const page = await fixture.visitAs('1', `/devops/workflow/design?id=${id}`, { width: 1440 })
  await page.getByText('结束', { exact: true }).first().click()
  await page.getByRole('button', { name: '选择抄送的用户' }).waitFor()
  await look(page, 'review-copies')
  await server.admin.call(workflow.saveDesign, { body: { id, ...lineOf([{ approverIds: [first.id] }], [reader]) } })
  await server.admin.call(workflow.deploy, { query: { id } })
  const name = `抄送${server.given.next()}`
  await submitted(name)
  const theirs = await fixture.visitAs(reader, '/wel/index')
  await theirs.getByRole('button', { name: '审核与申请' }).click()
  await theirs.getByRole('menuitem', { name: '我的申请' }).click()
  await theirs.getByText('抄送我的').click()
  await theirs.getByText(name, { exact: true }).waitFor()
  expect(await theirs.getByRole('button', { name: /撤回|再次提交|催办/ }).count()).toBe(0)
})
