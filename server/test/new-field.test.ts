import { sync } from '@hufu/contract/provisioning/sync'
import { user } from '@hufu/contract/directory/user'
import { sql } from 'kysely'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { at } from './database.ts'
import { finished, startTestServer, subject, type Subject, type TestServer } from './harness.ts'
import { downloaded, sheet, table } from './sheets.ts'

// A second node on the database, in a process that loads the catalogue with one row more (new-field-hook.ts).
let server: TestServer
let node: ChildProcess
let lines: AsyncIterator<string>
let address: string
let labels: string[]
let admin: Subject
let orgId: string
beforeAll(async () => {
  server = await startTestServer()
  await sql`alter table users add column nickname text`.execute(server.kernel.db)
  await sql`create or replace view live_user as select * from users where deleted_at is null`.execute(server.kernel.db)
  orgId = await server.given.org({ name: '总务处', code: 'ZW' })
  const connection = JSON.stringify(at(inject('connection'), server.database))
  const program = ['--import', './server/test/new-field-hook.ts', 'server/test/new-field-node.ts', connection]
  node = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] })
  lines = createInterface({ input: node.stdout! })[Symbol.asyncIterator]()
  const first = await said<{ address: string; labels: string[] }>()
  address = first.address
  labels = first.labels
  admin = subject(address, server.admin.token)
})
afterAll(async () => {
  const ended = once(node, 'exit')
  node.stdin!.end()
  await ended
  await server.close()
})

const said = async <T>(): Promise<T> => JSON.parse((await lines.next()).value) as T

const draft = (more: Record<string, unknown>) => ({ jobs: [{ orgId, jobType: 1 }], passwordType: 2, ...more })
const nicknameOf = async (id: string) => ((await admin.call(user.byId, { query: { id } })) as { nickname?: string | null }).nickname
const idOf = async (searchKey: string) => (await admin.call(user.page, { query: { searchKey } })).records[0]!.id

test('RM-02 a row of the catalogue and a column make a field of the form: it is checked, stored, changed and listed', async () => {
  const { id } = (await admin.call(user.save, { body: draft({ userName: 'nick', realName: '倪克', nickname: ' 小倪 ' }) })) as {
    id: string
  }
  expect(await nicknameOf(id)).toBe('小倪')
  const { version } = await admin.call(user.byId, { query: { id } })
  const edit = {
    id,
    version,
    realName: '倪克',
    jobs: (await admin.call(user.byId, { query: { id } })).jobs.map(({ orgName: _org, ...job }) => job),
  }
  await admin.call(user.update, { body: { ...edit, nickname: '老倪' } })
  expect((await admin.call(user.page, { query: { searchKey: 'nick' } })).records).toMatchObject([{ nickname: '老倪' }])
  const tooLong = await admin.send(user.save, { body: draft({ userName: 'nick2', realName: '倪二', nickname: '长'.repeat(51) }) })
  expect(tooLong.envelope.code).not.toBe('success')
})

test('RM-02 it is a column of the templates, of the import, of the update and of the export', async () => {
  for (const call of [user.insertTemplate, user.updateTemplate])
    expect((await table((await admin.send(call)).bytes)).titles).toContain('昵称')
  const titles = ['用户名', '姓名', '机构编码', '昵称']
  const file = await sheet(titles, [['sheet1', '单一', 'ZW', '阿单']])
  expect(await finished(admin, await admin.call(user.importInsert, { file, body: {} }))).toMatchObject({ status: 'FINISH' })
  expect(await nicknameOf(await idOf('sheet1'))).toBe('阿单')
  const change = await sheet(['用户名', '昵称'], [['sheet1', '小单']])
  expect(await finished(admin, await admin.call(user.importUpdate, { file: change, body: {} }))).toMatchObject({
    status: 'FINISH',
  })
  expect(await nicknameOf(await idOf('sheet1'))).toBe('小单')
  expect(await admin.call(user.attributes)).toContainEqual({ attribute: 'nickname', name: '昵称' })
  const uuid = await admin.call(user.exportExcel, {
    query: { uuid: 'new-field-0001', rangeType: '1', userIds: await idOf('sheet1'), attributes: 'userName,nickname' },
  })
  const exported = await downloaded(admin, (await finished(admin, uuid)).fileId)
  expect(exported).toEqual({ titles: ['用户名', '昵称'], rows: [['sheet1', '小单']] })
})

test('RM-02 the grid takes it, and a caller with only a second job of the user in scope may not change it', async () => {
  const list = [{ userName: 'grid1', realName: '葛一', nickname: '格格' }]
  expect(await admin.call(user.saveMany, { body: { orgId, list } })).toMatchObject({ success: 1 })
  const id = await idOf('grid1')
  expect(await nicknameOf(id)).toBe('格格')
  const branch = await server.given.org({ name: '分处', code: 'FC' })
  await server.kernel.db.insertInto('job').values({ id: 'grid1-second', userId: id, orgId: branch, jobType: 2, sortNum: 1 }).execute()
  const delegate = await server.given.user({ userName: 'delegate' })
  await server.given.gradeAdmin(delegate, branch, 1, '/organiz/index')
  const them = subject(address, (await server.as(delegate)).token)
  const { version } = await admin.call(user.byId, { query: { id } })
  const jobs = [{ orgId, jobType: 1 }, { orgId: branch, jobType: 2 }] // prettier-ignore
  await them.refused('accountElsewhere', user.update, { body: { id, version, realName: '葛一', jobs, nickname: '别名' } })
})

test('RM-02 reviews compare it, pushes send it, a source may set it, and the data history names it', async () => {
  node.stdin!.write(`${await idOf('grid1')}\n`)
  expect(await said()).toMatchObject({ reviewed: { nickname: '格格' }, pushed: { nickname: '格格' } })
  expect(labels).toEqual(['昵称', '昵称'])
  expect(await admin.call(sync.listField, { query: { objectType: 'user' } })).toContainEqual({
    object: 'user', field: 'nickname', name: '昵称', kind: 'text', required: false, unique: false, sensitive: false, example: '小张',
  }) // prettier-ignore
})
