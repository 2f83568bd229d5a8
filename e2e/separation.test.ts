import { afterAll, beforeAll, expect, test } from 'vitest'
import { separation } from '@hufu/contract/permission/separation'
import { expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

test('decision 0015 two of the three agree on their first pages; the security administrator then replaces super administrators', async () => {
  const { given, admin, as } = fixture.server
  const [system, security, audit] = [await given.user({ realName: '王建国' }), await given.user({ realName: '李秀兰' }), await given.user()]
  await admin.call(separation.appoint, { body: { duty: 'system', userIds: [system] } })
  await admin.call(separation.appoint, { body: { duty: 'security', userIds: [security] } })
  for (const [width, dark] of [
    [1440, false],
    [1280, true],
  ] as const) {
    const page = await fixture.visitAs('1', '/system/manage?tab=separation', { width, dark })
    await page.getByText('尚未指定用户').waitFor()
    await quiet(page)
    await picture(page, `separation-${width}`)
    await expectAccessible(page)
  }
  await admin.call(separation.appoint, { body: { duty: 'audit', userIds: [audit] } })
  await (await as(system)).call(separation.agree, { body: { wish: true } })
  const page = await fixture.visitAs(audit, '/wel/index')
  await page.getByText('王建国 提议开启三员分立').waitFor()
  await quiet(page)
  await picture(page, 'separation-notice')
  await expectAccessible(page)
  await page.getByRole('button', { name: '同意开启' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '同意开启' }).click()
  await page.getByRole('button', { name: '同意关闭' }).waitFor()
  const securityAdminPage = await fixture.visitAs(security, '/devops/menu')
  await securityAdminPage.getByRole('heading', { name: '菜单管理', level: 1 }).waitFor()
  expect(await securityAdminPage.locator('.side-menu').getByText('组织机构管理').count()).toBe(0)
  const theirs = await fixture.visitAs('1', '/wel/index')
  await theirs.waitForURL('**/unauth')
})
