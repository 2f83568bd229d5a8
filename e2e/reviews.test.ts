import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { review, type ObjectType } from '@hufu/contract/governance/review'
import type { Subject } from '../server/test/harness.ts'
import { phoneOf } from '../server/test/given.ts'
import { clerk, setReview } from '../server/test/reviews.ts'
import { noteChanges } from './changes.ts'
import { checkAccessibility, hasFocus, openFixture, picture, quiet, type Fixture } from './browser.ts'

const NARROW = 390
const KEYS_MAX = 25
let fixture: Fixture
let applicant: { id: string; as: Subject }
let examiner: { id: string; as: Subject }
beforeAll(async () => {
  fixture = await openFixture()
  const { server } = fixture
  applicant = await clerk(server)
  const id = await server.given.user({ realName: '审核员甲' })
  await server.given.role(id, '/wel/index', '/examine/review-user#*', '/examine/review-org#*')
  examiner = { id, as: await server.as(id) }
  await setReview(server, { user: [id], org: [id] })
})
afterAll(() => fixture?.close())
/** Withdraws requests an earlier attempt left open. */
beforeEach(async () => {
  const { records } = await applicant.as.call(review.pageOwn, { query: { status: 0, size: 500 } })
  if (records.length > 0) await applicant.as.call(review.withdraw, { body: { ids: records.map(({ id }) => id) } })
})

const idOf = (data: unknown) => (data as { examineId: string }).examineId
async function newUser(realName: string): Promise<string> {
  const n = fixture.server.given.next()
  const body = { userName: `asked${n}`, realName, passwordType: 2, phone: phoneOf(n), jobs: [{ orgId: '1', jobType: 1 }] } as const
  return idOf(await applicant.as.call(user.save, { body: { ...body, jobs: [...body.jobs] } }))
}
async function newOrg(name: string): Promise<string> {
  return idOf(await applicant.as.call(org.save, { body: { parentId: '1', name, code: `ASK${fixture.server.given.next()}` } }))
}
const resultOf = async (objectType: ObjectType, id: string) => {
  const call = objectType === 'user' ? review.pageUser : review.pageOrg
  const { records } = await examiner.as.call(call, { query: { size: 500 } })
  return records.find(one => one.id === id)
}
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name })
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('ROUTE-31, ENT-10 an examiner approves twenty users by keyboard, previews one and rejects it with an opinion', async () => {
  const n = fixture.server.given.next()
  const ids: string[] = []
  for (let i = 0; i < 20; i++) ids.push(await newUser(`批量${n}号${i}`))
  const page = await fixture.visitAs(examiner.id, '/examine/review-user', { width: 1440 })
  // Not that of the settings (decision 0134).
  await page.getByRole('heading', { level: 1, name: '用户审核列表' }).waitFor()
  await expect.poll(() => page.title()).toMatch(/^用户审核列表/)
  await page.getByRole('navigation').getByText('用户审核', { exact: true }).first().waitFor()
  await page.getByRole('tab', { name: '待我审核（20）' }).waitFor()
  await row(page, `批量${n}号0`).waitFor()
  await checkAccessibility(page, 'review-user')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '键盘操作' }).waitFor()
  await checkAccessibility(page, 'review-keys')
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(row(page, `批量${n}号19`).getByRole('button'))).toBe(true)
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('X')
  await page.getByText('已选 3 项').waitFor()
  await checkAccessibility(page, 'review-batch')
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  await press('Control+a')
  await press('a')
  await page.getByRole('dialog', { name: '通过 20 条申请' }).waitFor()
  await press('Enter')
  await page.getByText('已通过 20 条').first().waitFor()
  await page.getByText('没有待您审核的申请').waitFor()
  expect(keys).toBeLessThanOrEqual(KEYS_MAX)
  for (const id of ids) expect(await resultOf('user', id)).toMatchObject({ status: 1 })

  const [one, other] = [await newUser(`单个${n}`), await newUser(`单个乙${n}`)]
  await page.reload()
  await row(page, `单个乙${n}`).waitFor()
  await expect.poll(() => hasFocus(row(page, `单个乙${n}`).getByRole('button'))).toBe(true)
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await drawer(page).getByText(`新增 单个乙${n}`).waitFor()
  await drawer(page).getByRole('row').filter({ hasText: '姓名' }).waitFor()
  await drawer(page).getByRole('list').getByText('提交').waitFor()
  await checkAccessibility(page, 'review-drawer')
  await drawer(page).getByRole('button', { name: '驳回' }).click()
  await page.getByText('请输入审核意见').first().waitFor()
  await page.keyboard.type('姓名有误')
  await page.keyboard.press('Control+Enter')
  // The next request is shown.
  await drawer(page).getByText(`新增 单个${n}`).waitFor()
  expect(await resultOf('user', other)).toMatchObject({ status: 2, opinion: '姓名有误' })
  await page.keyboard.press('a')
  await page.getByText('没有更多待您审核的申请').waitFor()
  expect(await resultOf('user', one)).toMatchObject({ status: 1 })
  await page.getByRole('tab', { name: '已驳回' }).click()
  await row(page, `单个乙${n}`).getByText('姓名有误').waitFor()
})

test('ENT-10 a field that was changed meanwhile is marked, and the reason why a request failed is shown in red', async () => {
  const { server } = fixture
  const n = server.given.next()
  const realName = `冲突${n}`
  const id = await server.given.user({ realName, email: 'first@example.com' })
  const edit = async (as: Subject, email: string) => {
    const { version, jobs } = await server.admin.call(user.byId, { query: { id } })
    const body = { id, version, realName, email, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })) }
    return as.call(user.update, { body })
  }
  const request = idOf(await edit(applicant.as, 'asked@example.com'))
  await edit(server.admin, 'other@example.com')
  const page = await fixture.visitAs(examiner.id, `/examine/review-user?id=${request}`)
  const line = drawer(page).getByRole('row').filter({ hasText: '邮箱' })
  await line.getByText('first@example.com').waitFor()
  await line.getByText('asked@example.com').waitFor()
  await line.getByText('现在：other@example.com · 已被他人修改').waitFor()
  await drawer(page).getByRole('button', { name: '通过' }).click()
  await drawer(page).getByText('「邮箱」在申请后已被修改').first().waitFor()
  await page.keyboard.press('Enter')
  await drawer(page).getByText('未能执行：').first().waitFor()
  await checkAccessibility(page, 'review-conflict')
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(row(page, realName).getByRole('button'))).toBe(true)
  await row(page, realName).getByText('未能执行：').waitFor()
  expect(await resultOf('user', request)).toMatchObject({ status: 0 })
})

test('ROUTE-30, ENT-09 on a phone an examiner approves one organisation and rejects another, and nothing overflows the window', async () => {
  const n = fixture.server.given.next()
  const [first, second] = [await newOrg(`一科${n}`), await newOrg(`二科${n}`)]
  const page = await fixture.visitAs(examiner.id, '/examine/review-org', { width: NARROW })
  await page.getByRole('heading', { level: 1, name: '机构审核' }).waitFor()
  await page.getByRole('button', { name: `审核 二科${n}` }).waitFor()
  await quiet(page)
  expect(await width(page)).toBe(NARROW)
  await checkAccessibility(page, 'review-narrow')
  await page.getByRole('button', { name: `审核 二科${n}` }).click()
  await drawer(page).getByText(`新增 二科${n}`).waitFor()
  await quiet(page)
  expect((await drawer(page).boundingBox())!.width).toBeLessThanOrEqual(NARROW)
  expect(await width(page)).toBe(NARROW)
  await checkAccessibility(page, 'review-narrow-drawer')
  await drawer(page).getByRole('button', { name: '通过' }).click()
  await drawer(page).getByText(`新增 一科${n}`).waitFor()
  await drawer(page).getByRole('button', { name: '信息不完整，请补充' }).click()
  await drawer(page).getByRole('button', { name: '驳回' }).click()
  await page.getByText('没有更多待您审核的申请').waitFor()
  expect(await resultOf('org', second)).toMatchObject({ status: 1 })
  expect(await resultOf('org', first)).toMatchObject({ status: 2, opinion: '信息不完整，请补充' })
})

test('0137 the buttons of an open request end where the field above them does, also without 转办 and 加签', async () => {
  const name = `边缘处${fixture.server.given.next()}`
  await newOrg(name)
  for (const userId of ['1', examiner.id]) {
    const page = await fixture.visitAs(userId, '/examine/review-org?tab=all')
    await row(page, name).getByRole('button').click()
    const pass = drawer(page).getByRole('button', { name: '通过', exact: true })
    await pass.waitFor()
    expect(await drawer(page).getByRole('button', { name: '转办' }).count()).toBe(userId === '1' ? 0 : 1)
    const edgeOf = async (part: Locator) => Math.round(await part.evaluate(element => element.getBoundingClientRect().right))
    const edge = await edgeOf(drawer(page).getByLabel('审核意见'))
    expect([await edgeOf(pass), await edgeOf(drawer(page).getByRole('table'))]).toEqual([edge, edge])
  }
})

test('an applicant withdraws a request and submits a rejected one again, changed', async () => {
  const n = fixture.server.given.next()
  const [withdrawn, rejected] = [await newOrg(`撤回科${n}`), await newOrg(`驳回科${n}`)]
  await examiner.as.call(review.reject, { body: { ids: [rejected], opinion: '名称不规范' } })
  const page = await fixture.visitAs(applicant.id, '/organiz/org-list')
  await page.getByRole('button', { name: '审核与申请' }).waitFor()
  await quiet(page)
  await noteChanges(page)
  await page.getByRole('button', { name: '审核与申请' }).click()
  await page.getByRole('menuitem', { name: '我的申请' }).click()
  await drawer(page).getByText('意见：名称不规范').waitFor()
  await checkAccessibility(page, 'account-reviews')
  await drawer(page)
    .getByRole('button', { name: `撤回 撤回科${n}` })
    .click()
  await drawer(page).getByRole('button', { name: '撤回', exact: true }).click()
  await drawer(page)
    .getByRole('button', { name: `再次提交 撤回科${n}` })
    .waitFor()
  expect(await resultOf('org', withdrawn)).toMatchObject({ status: 3 })
  await page.getByRole('button', { name: `再次提交 驳回科${n}` }).click()
  await drawer(page).getByLabel('机构名称').fill(`规范科${n}`)
  await picture(page, 'again')
  await drawer(page).getByRole('button', { name: '再次提交', exact: true }).click()
  await page.getByText('已提交审核').first().waitFor()
  const { records } = await applicant.as.call(review.pageOwn, { query: { status: 0 } })
  expect(records).toMatchObject([{ objectName: `规范科${n}` }])
  expect(await applicant.as.call(review.own, { query: { id: records[0]!.id } })).toMatchObject({ fromId: rejected })
})

test('a resubmitted new user needs the telephone typed again, and the generated password is shown', async () => {
  const n = fixture.server.given.next()
  const rejected = await newUser(`重提${n}`)
  await examiner.as.call(review.reject, { body: { ids: [rejected], opinion: '手机号有误' } })
  const page = await fixture.visitAs(applicant.id, '/organiz/org-list', { width: NARROW })
  await page.getByRole('button', { name: '审核与申请' }).waitFor()
  await quiet(page)
  await noteChanges(page)
  await page.getByRole('button', { name: '审核与申请' }).click()
  await page.getByRole('menuitem', { name: '我的申请' }).click()
  await drawer(page)
    .getByRole('button', { name: `再次提交 重提${n}` })
    .click()
  expect(await drawer(page).getByLabel('手机号').inputValue()).toBe('')
  await drawer(page)
    .getByLabel('手机号')
    .fill(phoneOf(n + 500_000))
  await drawer(page).getByRole('button', { name: '再次提交', exact: true }).click()
  await page.getByRole('dialog', { name: '随机密码' }).waitFor()
  await checkAccessibility(page, 'again-password')
  await page.getByRole('button', { name: '已保存' }).click()
  const { records } = await applicant.as.call(review.pageOwn, { query: { status: 0 } })
  expect(records).toMatchObject([{ objectName: `重提${n}` }])
  expect(await applicant.as.call(review.own, { query: { id: records[0]!.id } })).toMatchObject({ fromId: rejected })
})

test('the number of waiting requests is in the top bar and on the welcome page, and links to the list', async () => {
  const n = fixture.server.given.next()
  await newUser(`首页${n}`)
  const page = await fixture.visitAs(examiner.id, '/wel/index')
  await page.getByRole('button', { name: '审核与申请，1 条待处理' }).click()
  await page.getByRole('menuitem', { name: '待我审核：用户 1' }).waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('link', { name: /待审核.*1/ })
    .first()
    .click()
  await row(page, `首页${n}`).waitFor()
})

test('the number is refreshed each minute while the page is used, and never keeps an idle session alive', async () => {
  await newUser('首个等待')
  const page = await fixture.visitAs(examiner.id, '/wel/index')
  await page.clock.install()
  await page.reload()
  await page.getByRole('button', { name: '审核与申请，1 条待处理' }).waitFor()
  await quiet(page)
  let requestCount = 0
  page.on('request', request => request.url().includes('/v3/examine/') && requestCount++)
  await newUser('又一等待')
  await page.clock.fastForward('03:01')
  await quiet(page)
  expect(requestCount).toBe(0)
  await page.keyboard.press('Shift')
  await page.clock.fastForward('01:01')
  await page.getByRole('button', { name: '审核与申请，2 条待处理' }).waitFor()
})

test('ROUTE-32, O-09 the settings are titled 用户审核, are called 审核设置 in the menu, and name the examiners', async () => {
  const { server } = fixture
  const page = await fixture.visitAs('1', '/examine/examine-set', { width: 1440 })
  await page.getByRole('heading', { level: 1, name: '用户审核', exact: true }).waitFor()
  await expect.poll(() => page.title()).toMatch(/^用户审核(?!列表)/)
  await page.getByRole('navigation').getByText('审核设置').first().waitFor()
  await page.getByText('审核员甲').first().waitFor()
  await checkAccessibility(page, 'examine-set')
  await page.setViewportSize({ width: NARROW, height: 800 })
  await picture(page, 'examine-set-narrow')
  await expect.poll(() => width(page)).toBe(NARROW)
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.getByRole('switch', { name: '开启机构审核' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('保存成功，已立即生效').first().waitFor()
  expect(await server.admin.call(review.setting)).toMatchObject({ openOrgExamine: 0, openUserExamine: 1, userExaminerIds: [examiner.id] })
  await page.getByRole('switch', { name: '开启用户审核' }).click()
  await page.getByRole('switch', { name: '开启用户审核' }).click()
  await page.getByRole('button', { name: '移除 审核员甲' }).or(page.locator('.user-chips button')).first().click()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('请选择审核人').first().waitFor()
  await setReview(server, { user: [examiner.id], org: [examiner.id] })
})
