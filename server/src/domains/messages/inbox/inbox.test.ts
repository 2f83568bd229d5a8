import { inbox } from '@hufu/contract/messages/inbox'
import { keptNotice } from '@hufu/contract/operations/kept-notice'
import { file } from '@hufu/contract/operations/file'
import { user } from '@hufu/contract/directory/user'
import { review } from '@hufu/contract/governance/review'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { clerk, examiner, setReview } from '../../../../test/reviews.ts'
import { newId } from '../../../platform/database/ids.ts'
import { notifyUsers } from './inbox.sql.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const messages = async (subject: Subject, query = {}) => (await subject.call(inbox.page, { query })).records
async function person() {
  const id = await server.given.user()
  return { id, as: await server.as(id) }
}
const MAIN_JOB = { orgId: '1', jobType: 1 } as const
const syncFailed = (userId: string, about: string) =>
  notifyUsers(server.kernel.db, [{ userId, kind: 'syncFailed', about, facts: { id: about, name: '人事系统' } }])

test('unread messages about the same object are merged with a count, and after reading a new one begins', async () => {
  const { id, as } = await person()
  await syncFailed(id, 'hr')
  await syncFailed(id, 'hr')
  expect(await as.call(inbox.unreadCount)).toBe(1)
  const [first] = await messages(as)
  expect(first).toMatchObject({ kind: 'syncFailed', facts: { id: 'hr', name: '人事系统' }, count: 2, isRead: false })
  await as.call(inbox.read, { body: { id: first!.id } })
  expect(await as.call(inbox.unreadCount)).toBe(0)
  await syncFailed(id, 'hr')
  expect((await messages(as)).map(one => [one.count, one.isRead])).toEqual([
    [1, false],
    [2, true],
  ])
  expect((await messages(as, { isUnread: 1 })).length).toBe(1)
})

test('nobody sees, counts or reads the messages of another user', async () => {
  const [mine, other] = [await person(), await person()]
  await syncFailed(mine.id, 'ldap')
  const [message] = await messages(mine.as)
  expect(await messages(other.as)).toEqual([])
  expect(await other.as.call(inbox.unreadCount)).toBe(0)
  await other.as.call(inbox.read, { body: { id: message!.id } })
  await other.as.call(inbox.readAll, { body: {} })
  expect(await mine.as.call(inbox.unreadCount)).toBe(1)
})

test('全部已读 reads one group or everything, and the list is filtered by group', async () => {
  const { id, as } = await person()
  await syncFailed(id, 'dingtalk')
  await notifyUsers(server.kernel.db, [{ userId: id, kind: 'todo', about: 'user', facts: { objectType: 'user', id: 'x', name: '甲' } }])
  expect((await messages(as, { group: 'review' })).map(one => one.kind)).toEqual(['todo'])
  await as.call(inbox.readAll, { body: { group: 'review' } })
  expect((await messages(as, { isUnread: 1 })).map(one => one.kind)).toEqual(['syncFailed'])
  await as.call(inbox.readAll, { body: {} })
  expect(await as.call(inbox.unreadCount)).toBe(0)
})

test('a notice reaches every user, without a row per user until it is read', async () => {
  const [reader, other] = [await person(), await person()]
  const { data } = (await server.admin.send(file.upload, { file: { name: '手册.pdf', bytes: Buffer.from('内容') } })).envelope
  const { fileId } = data as { fileId: string }
  const { id } = await server.admin.call(keptNotice.save, { body: { title: '值班手册', fileId } })
  expect(await messages(reader.as)).toMatchObject([
    { id: `notice:${id}`, kind: 'notice', facts: { title: '值班手册', fileId }, isRead: false },
  ])
  await reader.as.call(inbox.read, { body: { id: `notice:${id}` } })
  expect(await reader.as.call(inbox.unreadCount)).toBe(0)
  expect(await messages(reader.as)).toMatchObject([{ isRead: true }])
  expect(await other.as.call(inbox.unreadCount)).toBe(1)
  await server.admin.call(keptNotice.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  expect(await messages(other.as)).toEqual([])
})

test('waiting and decided reviews are messages to those concerned', async () => {
  const [they, examines] = [await clerk(server), await examiner(server)]
  await setReview(server, { user: [examines.id] })
  const number = server.given.next()
  const { envelope } = await they.as.send(user.save, {
    body: {
      userName: `told${number}`,
      realName: '待审者',
      phone: `139${String(number).padStart(8, '0')}`,
      passwordType: 2,
      jobs: [MAIN_JOB],
    },
  })
  expect(envelope.code).toBe('success')
  const [todo] = await messages(examines.as, { group: 'review' })
  expect(todo).toMatchObject({ kind: 'todo', facts: { objectType: 'user', name: '待审者' }, count: 1 })
  await examines.as.call(review.reject, { body: { ids: [todo!.facts.id!], opinion: '资料不全' } })
  expect(await messages(they.as, { group: 'review' })).toMatchObject([{ kind: 'rejected', facts: { id: todo!.facts.id, name: '待审者' } }])
  await setReview(server, {})
})

test('a task that failed or took long is a message to its starter, a short one is not', async () => {
  const { id, as } = await person()
  const begin = async (kind: string, seconds: number) => {
    const taskId = newId()
    await server.kernel.db.insertInto('asyncTask').values({ id: taskId, kind, ownerId: id, payload: '{}' }).execute()
    await sql`update async_task set create_time = now() - ${seconds} * interval '1 second' where id = ${taskId}`.execute(server.kernel.db)
    await server.kernel.tasks.takeUp(taskId)
    return taskId
  }
  server.kernel.tasks.define({ kind: 'inboxTest', run: async () => ({ message: '共导出 3 条', fileId: null }) })
  await begin('inboxTest', 1)
  expect(await messages(as)).toEqual([])
  await begin('inboxTest', 60)
  server.kernel.tasks.define({ kind: 'inboxTestFails', run: () => Promise.reject(new Error('the task fails')) })
  await begin('inboxTestFails', 1)
  expect((await messages(as, { group: 'task' })).map(({ facts }) => [facts.taskKind, facts.status])).toEqual([
    ['inboxTestFails', 'ERROR'],
    ['inboxTest', 'FINISH'],
  ])
  expect((await messages(as)).at(-1)!.facts.message).toBe('共导出 3 条')
})

test('D-50 the starter of a task that is given up after its fifth crash is notified', async () => {
  const { id, as } = await person()
  await sql`insert into async_task (id, kind, owner_id, payload, status, tries, lease_until)
    values (${newId()}, 'inboxTest', ${id}, '{}', 'RUNNING', 5, now() - interval '1 second')`.execute(server.kernel.db)
  await server.kernel.tasks.takeUp(newId())
  expect((await messages(as, { group: 'task' })).map(({ facts }) => [facts.status, facts.message])).toEqual([
    ['ERROR', '任务多次异常中断，已停止重试，请联系管理员'],
  ])
})

test('the number of unread messages takes one statement, served by indexes', async () => {
  const { id } = await person()
  const plan = await sql<{ 'QUERY PLAN': string }>`explain select count(*) from (
    select from inbox where user_id = ${id} and read_time is null limit 100) own`.execute(server.kernel.db)
  expect(plan.rows.map(row => Object.values(row)[0]).join('\n')).toContain('inbox_unread')
})
