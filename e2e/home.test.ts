import { security } from '@hufu/contract/operations/security'
import { welcome } from '@hufu/contract/operations/welcome'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../server/src/platform/database/ids.ts'
import { expectAccessible, openFixture, picture, type Fixture } from './browser.ts'
import { configure } from './sign-in-page.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const doneSteps = async () => (await fixture.server.admin.call(welcome.today)).stations!.filter(({ isDone }) => isDone).length

/** Organisations, users, an application, a grant, the password policy, a second administrator and the SMS gateway. */
async function setUpSeven(): Promise<void> {
  const { given, admin, kernel } = fixture.server
  const person = await given.user({ org: await given.org() })
  await given.grant({ subjectType: 'user', subjectId: person, appId: await given.app() })
  const { defaultPassword: _secret, ...policy } = await admin.call(security.password)
  await admin.call(security.updatePassword, { body: { ...policy, expireDays: 60 } })
  await kernel.db.insertInto('userRole').values({ userId: person, roleId: 'super_admin' }).execute()
  await configure(fixture, 'sms.gateway', 'aliyun')
}

test('the setup steps are one line from the eighth done on, which opens them again', async () => {
  await setUpSeven()
  expect(await doneSteps()).toBe(7)
  const page = await fixture.visitAs('1', '/wel/index')
  await page.getByText('已完成 7 项，共 10 项').waitFor()
  await page.getByRole('link', { name: '首次登录应用' }).waitFor()
  await picture(page, 'home-seven-steps')
  const time = new Date().toISOString()
  await fixture.server.kernel.db
    .insertInto('backupRun')
    .values({ id: newId(), result: 1, message: '', beginTime: time, endTime: time })
    .execute()
  expect(await doneSteps()).toBe(8)
  await page.reload()
  const line = page.getByText('已完成 8 项，共 10 项')
  await line.waitFor()
  expect(await page.getByRole('link', { name: '首次登录应用' }).isVisible()).toBe(false)
  await picture(page, 'home-folded')
  await expectAccessible(page)
  await line.click()
  await page.getByRole('link', { name: '首次登录应用' }).waitFor()
  await picture(page, 'home-opened')
  await line.click()
  await page.getByRole('link', { name: '首次登录应用' }).waitFor({ state: 'hidden' })
})
