import { afterAll, beforeAll, expect, test } from 'vitest'
import { sms } from '@hufu/contract/messages/sms'
import { phoneOf } from '../../../../test/given.ts'
import { finished, startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { downloaded } from '../../../../test/sheets.ts'
import { queueSms, type NewSms } from './queue.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
})
afterAll(() => server.close())

const someNumber = () => phoneOf(server.given.next() + 7_000_000)
async function someone(parts: Parameters<TestServer['given']['user']>[0] = {}) {
  const telephone = someNumber()
  const id = await server.given.user({ phone: telephone, ...parts })
  const { userName } = (await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
  return { id, telephone, userName }
}
const send = (telephone: string, more: Partial<NewSms> = {}) =>
  server.kernel.db
    .transaction()
    .execute(trx => queueSms(server.kernel, trx, { telephone, userId: null, type: 'login', says: { code: '135790', minutes: 5 }, ...more }))
const records = async (query: Record<string, unknown>, subject: Subject = server.admin) => (await subject.call(sms.page, { query })).records

test('X-AUDIT-13, X-AUDIT-14 a record is found by number or last digits, type, result, user and time, newest first, and never contains the code', async () => {
  const { id, telephone, userName } = await someone({ realName: '收信人' })
  await send(telephone)
  await send(telephone, { type: 'recover' })
  await expect.poll(async () => (await records({ telephone })).map(({ result }) => result)).toEqual([1, 1])
  const [newer, older] = await records({ telephone })
  expect([newer!.type, older!.type]).toEqual(['recover', 'login'])
  expect(older).toEqual({
    id: expect.stringMatching(/^\w{32}$/),
    telephone: `${telephone.slice(0, 3)}****${telephone.slice(-4)}`,
    userId: id,
    userName,
    realName: '收信人',
    type: 'login',
    content: '您的验证码为******，5分钟内有效，请勿告知他人。',
    gateway: 'outbox',
    result: 1,
    message: '发送成功',
    receipt: 'outbox',
    tries: 1,
    createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    sendTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  })
  expect(await server.admin.call(sms.byId, { query: { id: older!.id } })).toEqual(older)
  const found = async (query: Record<string, unknown>) => (await records({ size: 500, ...query })).map(row => row.id)
  expect(await found({ telephone: telephone.slice(-4) })).toEqual([newer!.id, older!.id])
  expect(await found({ telephone: telephone.slice(0, 7) })).toEqual([])
  expect(await found({ userId: id, type: 'recover' })).toEqual([newer!.id])
  expect(await found({ userId: id, result: 0 })).toEqual([])
  expect(await found({ userId: id, result: 1 })).toEqual([newer!.id, older!.id])
  expect(await found({ userId: id, beginTime: older!.createTime, endTime: newer!.createTime })).toEqual([newer!.id, older!.id])
  expect(await found({ userId: id, endTime: '2026-01-01 00:00:00' })).toEqual([])
  expect((await server.admin.send(sms.page, { query: { type: 'other' } })).envelope.code).toBe('global_prompt')
  expect((await server.admin.send(sms.page, { query: { beginTime: '2026-02-01', endTime: '2026-01-01' } })).envelope.message).toBe(
    '日期范围不正确',
  )
  await server.admin.refused('smsMissing', sms.byId, { query: { id: 'nosuchrecord' } })
})

test('X-AUDIT-13 to X-AUDIT-15, T14 a delegated administrator sees only messages to users in scope', async () => {
  const [branch, elsewhere] = [await server.given.org(), await server.given.org()]
  const below = await server.given.org({ parentId: branch })
  const boss = await server.given.user({ org: branch })
  await server.given.gradeAdmin(boss, branch, 1, '/audit/sms')
  const they = await server.as(boss)
  const before = await server.admin.call(sms.overview)
  const [mine, foreign, nobody] = [await someone({ org: below }), await someone({ org: elsewhere }), someNumber()]
  for (const telephone of [mine.telephone, foreign.telephone, nobody]) await send(telephone)
  await expect.poll(async () => (await server.admin.call(sms.overview)).sent).toBe(before.sent + 3)
  const [theirs] = await records({}, they)
  expect((await records({}, they)).map(row => row.userId)).toEqual([mine.id])
  expect(await records({ telephone: foreign.telephone }, they)).toEqual([])
  expect(await they.call(sms.byId, { query: { id: theirs!.id } })).toEqual(theirs)
  for (const telephone of [foreign.telephone, nobody]) {
    const [row] = await records({ telephone })
    await they.refused('smsMissing', sms.byId, { query: { id: row!.id } })
  }
  expect(await they.call(sms.overview)).toEqual({ sent: 1, failed: 0, waiting: 0 })
  const taskId = await they.call(sms.exportExcel, { query: { uuid: `sms-${server.given.next()}-branch` } })
  const { rows } = await downloaded(they, (await finished(they, taskId)).fileId)
  expect(rows.map(row => row[2])).toEqual([mine.userName])
  for (const call of [sms.page, sms.overview]) await (await server.as(mine.id)).refused('forbidden', call)
})

test('X-AUDIT-15 the export contains what the filters find, newest first, without codes and whole telephone numbers', async () => {
  const { telephone, id, userName } = await someone({ realName: '导出者' })
  await send(telephone)
  await send(telephone, { type: 'password', says: { userName, password: 'Secret#2026' } })
  await expect.poll(async () => (await records({ userId: id, result: 1 })).length).toBe(2)
  const query = { uuid: `sms-${server.given.next()}-export`, query: JSON.stringify({ userId: id, result: '1' }) }
  const task = await finished(server.admin, await server.admin.call(sms.exportExcel, { query }))
  expect(task).toMatchObject({ status: 'FINISH', message: '导出成功，共2条' })
  const { titles, rows } = await downloaded(server.admin, task.fileId)
  expect(titles).toEqual(['创建时间', '手机号', '用户名', '姓名', '类型', '内容', '通道', '状态', '说明', '回执编号', '发送时间'])
  const masked = `${telephone.slice(0, 3)}****${telephone.slice(-4)}`
  expect(rows.map(row => row.slice(1, 10))).toEqual([
    [
      masked,
      userName,
      '导出者',
      '密码通知',
      `您的账号${userName}的新密码为******，请登录后及时修改。`,
      '模拟发件箱',
      '成功',
      '发送成功',
      'outbox',
    ],
    [masked, userName, '导出者', '登录验证', '您的验证码为******，5分钟内有效，请勿告知他人。', '模拟发件箱', '成功', '发送成功', 'outbox'],
  ])
  for (const wrong of ['{', '{"type":"other"}'])
    await server.admin.refused('filterUnreadable', sms.exportExcel, { query: { uuid: `sms-${server.given.next()}-wrong`, query: wrong } })
})
