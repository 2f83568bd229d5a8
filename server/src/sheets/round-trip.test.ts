import { signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardOf, phoneOf } from '../../test/given.ts'
import { finished, startTestServer, type TestServer } from '../../test/harness.ts'
import { downloaded, sheet } from '../../test/sheets.ts'
import { writeConfig } from '../platform/config/config.ts'

let server: TestServer
let orgId: string
let ids: string[]
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  const { db, keys, config } = server.kernel
  orgId = await server.given.org({ name: '财务处', code: 'CW' })
  const second = await server.given.org({ name: '人事处', code: 'RS' })
  await db.insertInto('standing').values([{ id: 'r1', kind: 'rank', name: '一级', code: 'R1' }]).execute() // prettier-ignore
  await db.insertInto('userLabel').values({ id: 'l1', name: '红' }).execute()
  await writeConfig(db, { defaultPassword: keys.encrypt('config', 'Initial#2026') })
  await config.refresh()
  const full = { phone: phoneOf(41), idCard: idCardOf(41), employeeNumber: 'E41', originUserId: 'O41', labelIds: ['l1'], remark: '备注' }
  ids = [
    await server.given.user({
      userName: 'whole', realName: '全员', gender: 2, email: 'whole@example.com', validEndTime: '2031-05-06 07:08:09', status: 0, ...full,
      jobs: [{ orgId, jobType: 1, rankId: 'r1', sortNum: 7 }, { orgId: second, jobType: 2 }],
    }),
    await server.given.user({ userName: 'bare', realName: '光杆', org: orgId }),
  ] // prettier-ignore
})
afterAll(() => server.close())

let serial = 0
async function exported(query: object) {
  const uuid = `round-trip-${++serial}`
  await server.admin.call(user.exportExcel, { query: { uuid, ...query } as never })
  return downloaded(server.admin, (await finished(server.admin, uuid)).fileId)
}
const imported = async (call: typeof user.importInsert, titles: string[], rows: string[][]) =>
  finished(server.admin, await server.admin.call(call, { file: await sheet(titles, rows), body: {} }))
/** The columns a sheet can restore; masked numbers and the server's times cannot be. */
const rowObjects = async (titles: string[], rows: string[][]) =>
  rows.map(cells => Object.fromEntries(titles.map((title, n) => [title, cells[n]])))

test('N-11, D-48 importing an exported sheet as an update changes nothing', async () => {
  for (const query of [
    { rangeType: '1', userIds: ids.join(',') },
    { rangeType: '2', orgId },
  ]) {
    const { titles, rows } = await exported(query)
    const check = await server.admin.call(user.importCheck, { file: await sheet(titles, rows), query: { type: 'update' } })
    expect(check).toMatchObject({ fail: 0, changed: 0, unchanged: rows.length })
  }
})

test('N-11, D-48 importing an exported sheet creates the same users again after they were deleted', async () => {
  const { titles, rows } = await exported({ rangeType: '1', userIds: ids.join(',') })
  await server.admin.call(user.remove, { body: { ids } })
  const end = await imported(user.importInsert, titles, rows)
  expect(end.message).toBe('成功2条，失败0条')
  const fresh = await server.kernel.db.selectFrom('users').select(['id', 'userName']).where('userName', 'in', ['whole', 'bare']).where('deletedAt', 'is', null).execute() // prettier-ignore
  const order = ['whole', 'bare'].map(name => fresh.find(row => row.userName === name)!.id)
  const again = await exported({ rangeType: '1', userIds: order.join(',') })
  const without = (record: Record<string, string | undefined>) => {
    for (const title of ['手机号', '身份证号', '创建时间', '最后登录时间']) delete record[title]
    return record
  }
  expect((await rowObjects(again.titles, again.rows)).map(without)).toEqual((await rowObjects(titles, rows)).map(without))
  ids = order
})

test('D-48, N-11 gender, e-mail, status, end of validity and remark are updated', async () => {
  const change = ['用户名', '性别', '邮箱', '状态', '有效期至', '备注']
  const session = await server.as(ids[1]!)
  const end = await imported(user.importUpdate, change, [['bare', '男', 'bare@example.com', '停用', '2032-01-02', '新']])
  expect(end.message).toBe('成功1条，失败0条')
  expect(await server.admin.call(user.byId, { query: { id: ids[1]! } })).toMatchObject({
    gender: 1, email: 'bare@example.com', status: 0, validEndTime: '2032-01-02 23:59:59', remark: '新',
  }) // prettier-ignore
  await session.refused('forcedOut', user.profile)
})

test('N-04 remembered devices end when a sheet disables the account', async () => {
  await server.admin.call(user.setStatus, { query: { status: '1' }, body: { ids: [ids[0]!] } })
  const remembering = await (await server.as(ids[0]!)).send(signIn.rememberDevice)
  const device = remembering.headers.getSetCookie().find(line => line.startsWith('idaas-remember-pwd='))!.split(';')[0]! // prettier-ignore
  await imported(user.importUpdate, ['用户名', '状态'], [['whole', '停用']])
  await server.admin.call(user.setStatus, { query: { status: '1' }, body: { ids: [ids[0]!] } })
  const back = await server.nobody.send(signIn.loginRemembered, { headers: { cookie: device } })
  expect(back.envelope.code).toBe('10002')
})

test('D-48, N-11, D-38 invalid values, the built-in account and the importer themselves are refused row by row', async () => {
  const titles = ['用户名', '性别', '状态', '有效期至', '邮箱']
  const end = await imported(user.importUpdate, titles, [
    ['whole', '无', '', '', ''],
    ['whole', '', '开', '', ''],
    ['whole', '', '', '2032-13-01', ''],
    ['whole', '', '', '', 'x'],
    ['admin', '', '停用', '', ''],
    ['admin', '', '', '2040-01-01', ''],
  ])
  expect(end.message).toBe('成功0条，失败6条')
})

test('N-03, D-48 a sheet gives a verified address to nobody else', async () => {
  const owner = await server.given.user({ email: 'mine@example.com' })
  await server.kernel.db.updateTable('users').set({ emailProven: 1 }).where('id', '=', owner).execute()
  const update = await imported(user.importUpdate, ['用户名', '邮箱'], [['bare', 'MINE@example.com']])
  expect(update.message).toBe('成功0条，失败1条')
  const insert = await imported(user.importInsert, ['用户名', '姓名', '机构编码', '邮箱'], [['newone', '新', 'CW', 'mine@example.com']])
  expect(insert.message).toBe('成功0条，失败1条')
})
