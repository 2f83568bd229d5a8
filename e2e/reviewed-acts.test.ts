import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN_JOB, user } from '@hufu/contract/directory/user'
import { review, type UserAct } from '@hufu/contract/governance/review'
import type { Subject } from '../server/test/harness.ts'
import { clerk, examiner, setReview } from '../server/test/reviews.ts'
import { checkAccessibility, openFixture, type Fixture } from './browser.ts'

// Disabling, moving and resetting while they are reviewed (decision 0133).

let fixture: Fixture
let applicant: { id: string; as: Subject }
let reviewer: { id: string; as: Subject }
beforeAll(async () => {
  fixture = await openFixture()
  applicant = await clerk(fixture.server)
  reviewer = await examiner(fixture.server)
  await setReview(fixture.server, { user: [reviewer.id], acts: ['disable', 'move', 'reset'] })
})
afterAll(() => fixture?.close())

const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const tool = async (page: Page, realName: string, label: string) => {
  await page.getByRole('button', { name: `更多操作 ${realName}` }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}
const statusOf = async (id: string) => (await fixture.server.admin.call(user.byId, { query: { id } })).status

test('0133 disabling a user submits a request, which the list of reviews shows as such, and takes effect when approved', async () => {
  const n = fixture.server.given.next()
  const realName = `停用申请${n}`
  const id = await fixture.server.given.user({ realName })
  const page = await fixture.visitAs(applicant.id, `/organiz/index?realName=${realName}`)
  await tool(page, realName, '停用')
  await dialog(page).getByText('提交后须经审核').waitFor()
  await checkAccessibility(page, 'reviewed-disable')
  await press(page, '提交审核')
  await page.getByText('已提交审核').first().waitFor()
  expect(await statusOf(id)).toBe(1)
  const theirs = await fixture.visitAs(reviewer.id, '/examine/review-user')
  const row = theirs.getByRole('row').filter({ hasText: realName })
  await row.getByText('停用', { exact: true }).first().waitFor()
  await row.getByText('状态：启用 → 停用').waitFor()
  await checkAccessibility(theirs, 'reviewed-acts')
  await theirs.getByRole('button', { name: `查看 ${realName}` }).click()
  await dialog(theirs)
    .getByRole('heading', { name: `停用 ${realName}` })
    .or(dialog(theirs).getByText(`停用 ${realName}`))
    .first()
    .waitFor()
  await checkAccessibility(theirs, 'reviewed-act')
  await press(theirs, '通过')
  await expect.poll(() => statusOf(id)).toBe(0)
})

test('0133 the dialogs for moving and resetting submit a request for one user, and say that several are submitted one by one', async () => {
  const { given } = fixture.server
  const target = await given.org({ name: `新去处${given.next()}` })
  const [one, two] = [`调动${given.next()}甲`, `调动${given.next()}乙`]
  for (const realName of [one, two]) await given.user({ realName })
  const page = await fixture.visitAs(applicant.id, '/organiz/index?realName=调动', { width: 1440 })
  await page.getByRole('checkbox', { name: new RegExp(one) }).check()
  await page.getByRole('button', { name: '调主职' }).click()
  await dialog(page).getByText('提交后须经审核').waitFor()
  await checkAccessibility(page, 'reviewed-move')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: new RegExp(two) }).check()
  for (const act of ['调主职', '重置密码']) {
    await page.getByRole('button', { name: act, exact: true }).click()
    await dialog(page).getByText('已开启审核，请逐条提交').waitFor()
    expect(await dialog(page).getByRole('button', { name: '提交审核' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  }
  expect(target).toBeTruthy()
  await page.getByRole('button', { name: `重置密码 ${one}` }).click()
  await dialog(page).getByText('提交后须经审核').waitFor()
  await checkAccessibility(page, 'reviewed-reset')
  await press(page, '提交审核')
  await page.getByText('已提交审核').first().waitFor()
  // The generated password is shown once.
  await page.getByRole('dialog', { name: '新密码' }).waitFor()
  const { records } = await reviewer.as.call(review.pageUser, { query: { name: one } })
  expect(records).toMatchObject([{ act: 'reset', operateType: 'update', status: 0 }])
})

test('0133 a rejected disabling, move and reset is submitted again by its applicant, with the same act on the same user', async () => {
  const { given } = fixture.server
  const n = given.next()
  const target = await given.org({ name: `再去处${n}` })
  const names = { disable: `再停用${n}`, move: `再调动${n}`, reset: `再重置${n}` } as const
  const ids = Object.fromEntries(
    await Promise.all(Object.entries(names).map(async ([act, realName]) => [act, await given.user({ realName })] as const)),
  ) as Record<UserAct, string>
  await applicant.as.call(user.setStatus, { query: { status: '0' }, body: { ids: [ids.disable] } })
  await applicant.as.call(user.transferMainJob, { body: { userIds: [ids.move], newOrgId: target } })
  await applicant.as.call(user.resetPassword, { body: { ids: [ids.reset], passwordType: 2, hasSendSms: false } })
  const pending = async (act: UserAct) =>
    (await reviewer.as.call(review.pageUser, { query: { name: names[act], status: 0 } })).records.map(({ id }) => id)
  for (const act of ['disable', 'move', 'reset'] as const)
    await reviewer.as.call(review.reject, { body: { ids: await pending(act), opinion: '请说明' } })
  const page = await fixture.visitAs(applicant.id, '/organiz/index')
  await page.getByRole('button', { name: '审核与申请' }).click()
  await page.getByRole('menuitem', { name: '我的申请' }).click()
  for (const act of ['disable', 'move', 'reset'] as const) {
    await page.getByRole('button', { name: `再次提交 ${names[act]}` }).click()
    await press(page, '再次提交')
    await expect.poll(() => pending(act)).toHaveLength(1)
    if (act === 'reset') {
      await dialog(page).getByText('只显示这一次').waitFor()
      await press(page, '已保存')
    }
    await reviewer.as.call(review.pass, { body: { ids: await pending(act) } })
  }
  expect(await statusOf(ids.disable)).toBe(0)
  const moved = await fixture.server.admin.call(user.byId, { query: { id: ids.move } })
  expect(moved.jobs.filter(({ jobType }) => jobType === MAIN_JOB).map(({ orgId }) => orgId)).toEqual([target])
  const { passwordFrom } = await fixture.server.kernel.db
    .selectFrom('users')
    .select('passwordFrom')
    .where('id', '=', ids.reset)
    .executeTakeFirstOrThrow()
  expect(passwordFrom).toBe('reset')
})

test('X-EXAMINE-09, 0133 the settings have a switch for each act, which counts while users are reviewed', async () => {
  const page = await fixture.visitAs('1', '/examine/examine-set')
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
  for (const name of ['停用', '调整主职', '重置密码']) expect(await box(name).isChecked()).toBe(true)
  await checkAccessibility(page, 'reviewed-settings')
  await box('调整主职').uncheck()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const setting = () => fixture.server.admin.call(review.setting)
  await expect.poll(setting).toMatchObject({ openDisableExamine: 1, openMoveExamine: 0, openResetExamine: 1 })
  await page
    .getByText(/不需审核/)
    .first()
    .waitFor()
  await page.getByRole('switch', { name: '开启用户审核' }).click()
  await expect.poll(() => box('停用').isDisabled()).toBe(true)
})
