import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '@hufu/contract/directory/user'
import { scimClient, scimUser } from '../server/test/scim.ts'
import { checkAccessibility, openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

test('SC-14 where the brake of a client is released, everything it wrote in the hour before can be reverted', async () => {
  const { admin } = fixture.server
  const one = await scimClient(fixture.server, { brakePercent: 1, brakeLeast: 2 })
  const users: string[] = []
  for (let n = 0; n < 4; n++) users.push((await one.ask('POST', '/Users', scimUser())).body.id)
  await fixture.server.kernel.pool.query(`update operation set bulk_id = bulk_id || ':before' where bulk_id is not null`)
  for (const id of users) await one.patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: '写错了' })
  for (const id of users) await one.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
  const page = await fixture.visitAs('1', `/authorize/api-auth?id=${one.id}&tab=scim`, { width: 1280 })
  const stopped = page.getByRole('alert').filter({ hasText: '已暂停移除：停用用户过多' })
  await stopped.getByText('暂停前一小时的全部改动').waitFor()
  await checkAccessibility(page, 'scim-hour')
  await stopped.getByRole('button', { name: '撤销', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '撤销 6 条变更？', exact: true })
  await dialog.getByText('6 条变更会被还原').waitFor()
  await checkAccessibility(page, 'scim-hour-undo')
  await dialog.getByRole('button', { name: '撤销', exact: true }).click()
  await page.getByText('已还原 6 条变更').waitFor()
  await expect.poll(() => page.getByText('暂停前一小时的全部改动').count()).toBe(0)
  for (const id of users)
    expect(await admin.call(user.byId, { query: { id } })).toMatchObject({ status: 1, realName: expect.not.stringContaining('写错了') })
})
