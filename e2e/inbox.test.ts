import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { file } from '@hufu/contract/operations/file'
import { keptNotice } from '@hufu/contract/operations/kept-notice'
import { newId } from '../server/src/platform/database/ids.ts'
import { notifyUsers } from '../server/src/domains/messages/inbox/inbox.sql.ts'
import { checkAccessibility, openFixture, type Fixture } from './browser.ts'
import { createUser } from './sign-in-page.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

test('消息中心 counts unread messages, opens what they are about, and marks them as read one by one or all at once', async () => {
  const { server } = fixture
  const { id } = await createUser(fixture, '/wel/index', '/sync/config', '/sync/syncLog')
  const { data } = (await server.admin.send(file.upload, { file: { name: '手册.pdf', bytes: Buffer.from('内容') } })).envelope
  await server.admin.call(keptNotice.save, { body: { title: '值班手册', fileId: (data as { fileId: string }).fileId } })
  const taskId = newId()
  await sql`insert into async_task (id, kind, owner_id, payload, create_time)
    values (${taskId}, 'rule', ${id}, '{}', now() - interval '1 hour')`.execute(server.kernel.db)
  await server.kernel.tasks.takeUp(taskId)
  await notifyUsers(server.kernel.db, [{ userId: id, kind: 'syncFailed', about: 's1', facts: { id: 's1', name: '人事系统' }, count: 3 }])
  const page = await fixture.visitAs(id, '/wel/index')
  await page.getByRole('button', { name: '消息中心，3 条未读' }).click()
  const drawer = page.getByRole('dialog', { name: '消息中心' })
  await drawer.getByText('公告：值班手册').waitFor()
  await drawer.getByText('成员规则更新').waitFor()
  await checkAccessibility(page, 'inbox')
  await drawer.getByRole('combobox', { name: '消息分类' }).selectOption({ label: '同步与推送' })
  await expect.poll(() => drawer.getByRole('listitem').count()).toBe(1)
  await drawer.getByRole('link', { name: '同步任务“人事系统”连续 3 次执行失败' }).click()
  await page.waitForURL('**/sync/syncLog')
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '消息中心，2 条未读' }).click()
  await drawer.getByRole('button', { name: '全部已读' }).click()
  await page.getByRole('button', { name: '消息中心', exact: true }).waitFor()
  await drawer.getByLabel('只看未读').check()
  await drawer.getByText('没有消息').waitFor()
  await checkAccessibility(page, 'inbox-none')
})
