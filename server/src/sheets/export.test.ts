import { user, userAttributes } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardOf, phoneOf } from '../../test/given.ts'
import { finished, startTestServer, type TestServer, type Subject } from '../../test/harness.ts'
import { downloaded, sheet, table } from '../../test/sheets.ts'

let server: TestServer
let north: string
let south: string
let ids: string[]
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  north = await server.given.org({ name: '北方', code: 'N' })
  south = await server.given.org({ name: '南方', code: 'S', parentId: north })
  ids = [
    await server.given.user({
      userName: 'anna',
      realName: '安娜',
      org: north,
      others: [south],
      phone: phoneOf(1),
      idCard: idCardOf(1),
      gender: 2,
    }),
    await server.given.user({ userName: 'bo', realName: '=cmd', org: south, status: 0 }),
    await server.given.user({ userName: 'carl', realName: '卡尔' }),
  ]
})
afterAll(() => server.close())

let serial = 0
async function exported(subject: Subject, query: Record<string, unknown>) {
  const uuid = `user-export-${++serial}`
  expect(await subject.call(user.exportExcel, { query: { uuid, ...query } })).toBe(uuid)
  const end = await finished(subject, uuid)
  expect(end).toMatchObject({ status: 'FINISH', percentage: 100 })
  return downloaded(subject, end.fileId)
}

test('USER-54: the file contains only the requested columns, in the requested order', async () => {
  const file = await exported(server.admin, { rangeType: '1', userIds: ids.join(','), attributes: 'realName,userName,status,orgName' })
  expect(file).toEqual({
    titles: ['姓名', '用户名', '状态', '机构名称'],
    rows: [
      ['安娜', 'anna', '启用', '北方'],
      ['=cmd', 'bo', '停用', '南方'],
      ['卡尔', 'carl', '启用', '组织机构'],
    ],
  })
})

test('USER-54: without attributes the file has every column, phone and ID number masked', async () => {
  const { titles, rows } = await exported(server.admin, { rangeType: '1', userIds: ids[0] })
  expect(titles).toEqual(userAttributes.map(([, title]) => title))
  expect(rows[0]!.slice(0, 4)).toEqual(['anna', '安娜', '139****0001', '1101**********' + idCardOf(1).slice(-4)])
  expect(rows[0]![titles.indexOf('性别')]).toBe('女')
})

test('USER-54: the four export ranges of D-49 select the right users', async () => {
  const names = async (query: Record<string, unknown>) => (await exported(server.admin, { attributes: 'userName,jobType', ...query })).rows
  expect(await names({ rangeType: '2', orgId: north })).toEqual([['anna', '主职'], ['bo', '主职']]) // prettier-ignore
  expect(await names({ rangeType: '2', orgId: south, query: JSON.stringify({ searchKey: '安娜' }) })).toEqual([['anna', '兼职']])
  expect(await names({ rangeType: '3', orgIds: south })).toEqual([['anna', '兼职'], ['bo', '主职']]) // prettier-ignore
  expect((await names({ rangeType: '4', query: JSON.stringify({ status: 0 }) })).map(([name]) => name)).toEqual(['bo'])
  expect((await names({ rangeType: '4' })).map(([name]) => name)).toHaveLength(4)
})

test('T18, bad input 42: unknown columns are refused, and rows out of scope are not exported', async () => {
  for (const attributes of ['password', 'userName,passwordHash', 'phone_cipher'])
    await server.admin.refused('attributeProblem', user.exportExcel, { query: { uuid: 'smuggle-0001', rangeType: '4', attributes } })
  await server.admin.refused('filterUnreadable', user.exportExcel, {
    query: { uuid: 'smuggle-0001', rangeType: '4', query: '{"status":"\'"}' },
  })
  const delegation = await server.given.user()
  await server.given.gradeAdmin(delegation, south, 1, '/organiz/index')
  const them = await server.as(delegation)
  expect((await exported(them, { rangeType: '3', orgIds: north, attributes: 'userName' })).rows).toEqual([])
  // D-75: an organisation above their scope is answered like an unknown one.
  for (const orgId of [north, 'nothere']) expect((await exported(them, { rangeType: '2', orgId, attributes: 'orgCode' })).rows).toEqual([])
  expect((await exported(them, { rangeType: '1', userIds: ids.join(','), attributes: 'userName' })).rows).toEqual([['anna'], ['bo']])
  expect((await exported(them, { rangeType: '4', attributes: 'userName' })).rows).toEqual([['anna'], ['bo']])
})

test('D-49: another user’s uuid is refused, the caller’s own returns the same task', async () => {
  const query = { uuid: 'export-twice-1', rangeType: '4' }
  expect(await server.admin.call(user.exportExcel, { query })).toBe(query.uuid)
  expect(await server.admin.call(user.exportExcel, { query })).toBe(query.uuid)
  const other = await server.given.user()
  await server.given.role(other, '/organiz/index#*')
  await (await server.as(other)).refused('taskIdTaken', user.exportExcel, { query })
})

test('D-49: rights lost before the task runs do not count', async () => {
  const leaver = await server.given.user()
  await server.given.role(leaver, '/organiz/index#*')
  const former = await server.as(leaver)
  await server.kernel.db.deleteFrom('userRole').where('userId', '=', leaver).execute()
  await server.kernel.db.insertInto('asyncTask').values({ id: 'orphan-task-01', kind: 'exportUsers', ownerId: leaver, payload: JSON.stringify({ attributes: ['userName'] }) }).execute() // prettier-ignore
  server.kernel.tasks.wake()
  expect(await finished(former, 'orphan-task-01')).toMatchObject({ status: 'ERROR', message: '您无该操作权限，请联系管理员' })
})

test('USER-53: exportEmployee is an attachment with that person’s record', async () => {
  const { status, headers, bytes } = await server.admin.send(user.exportEmployee, { query: { userId: ids[0] } })
  expect([status, headers.get('content-disposition')]).toEqual([200, `attachment; filename*=UTF-8''${encodeURIComponent('安娜')}.xlsx`])
  const { titles, rows } = await table(bytes)
  expect(titles).toEqual(['项目', '内容'])
  expect(rows).toEqual(expect.arrayContaining([['用户名', 'anna'], ['手机号', '139****0001'], ['机构名称', '北方'], ['兼职', '南方']])) // prettier-ignore
  expect((await server.admin.send(user.exportEmployee, { query: { userId: 'nobody' } })).status).toBe(404)
})

test('ENT-16: a user file is imported, then exported; both tasks reach 100 and the file downloads', async () => {
  const file = await sheet(
    ['用户名', '姓名', '机构编码'],
    Array.from({ length: 300 }, (_, n) => [`many${n}`, `众人${n}`, 'S']),
  )
  const taskId = await server.admin.call(user.importInsert, { file })
  expect(await finished(server.admin, taskId)).toMatchObject({ status: 'FINISH', percentage: 100, progress: 300, total: 300 })
  const { rows } = await exported(server.admin, {
    rangeType: '2',
    orgId: south,
    query: JSON.stringify({ userName: 'many' }),
    attributes: 'userName',
  })
  expect(rows).toHaveLength(300)
})

test('D-75 the task of an export counts only users in scope, whichever ids are sent', async () => {
  const [own, foreign] = [await server.given.org({ name: '本部' }), await server.given.org({ name: '别处' })]
  const boss = await server.given.user({ org: own })
  const [inside, outside] = [await server.given.user({ org: own }), await server.given.user({ org: foreign })]
  await server.given.gradeAdmin(boss, own, 1, '/organiz/index', '/organiz/org-list')
  const they = await server.as(boss)
  const total = async (query: Record<string, unknown>) => {
    const uuid = `user-export-${++serial}`
    await they.call(user.exportExcel, { query: { uuid, ...query } as never })
    return (await finished(they, uuid)).total
  }
  expect(await total({ rangeType: '3', orgIds: `${own},${foreign}` })).toBe(2)
  expect(await total({ rangeType: '1', userIds: `${inside},${outside}` })).toBe(1)
})

test('D-75 an export shows a user by a job in scope, not by a main job out of it', async () => {
  const [own, foreign] = [await server.given.org({ name: '分部' }), await server.given.org({ name: '他处' })]
  const boss = await server.given.user({ org: own })
  await server.given.gradeAdmin(boss, own, 1, '/organiz/index', '/organiz/org-list')
  const id = await server.given.user({ org: foreign, others: [own] })
  const { rows } = await exported(await server.as(boss), { rangeType: '1', userIds: id, attributes: 'orgName,jobType' })
  expect(rows).toEqual([['分部', '兼职']])
})
