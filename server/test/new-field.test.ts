import { sync } from '@hufu/contract/provisioning/sync'
import { user } from '@hufu/contract/directory/user'
import { reviewText } from '@hufu/contract/governance/review-text'
import { fieldNames } from '@hufu/contract/audit/history-words'
import type { UserFields } from '@hufu/contract/fields/user-fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readState } from '../src/domains/governance/review/change/state.sql.ts'
import { readObjects } from '../src/domains/provisioning/push/push-object.sql.ts'
import { finished, startTestServer, type TestServer } from './harness.ts'
import { downloaded, sheet, table } from './sheets.ts'

// A copy of the catalogue with one row more; the column is added to the database of this test.
vi.mock('@hufu/contract/fields/user-fields', async load => {
  const real = await load<{ userFields: UserFields }>()
  const nickname = {
    label: '昵称', kind: 'line', column: 'nickname', sheet: true, sync: { example: '小张', clears: true }, push: true, review: true, restore: true,
  } // prettier-ignore
  return { ...real, userFields: { ...real.userFields, nickname } }
})

let server: TestServer
let orgId: string
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  await sql`alter table users add column nickname text`.execute(server.kernel.db)
  await sql`create or replace view live_user as select * from users where deleted_at is null`.execute(server.kernel.db)
  orgId = await server.given.org({ name: '总务处', code: 'ZW' })
})
afterAll(() => server.close())

const draft = (more: Record<string, unknown>) => ({ jobs: [{ orgId, jobType: 1 }], passwordType: 2, ...more })
const nicknameOf = async (id: string) => ((await server.admin.call(user.byId, { query: { id } })) as { nickname?: string | null }).nickname
const idOf = async (searchKey: string) => (await server.admin.call(user.page, { query: { searchKey } })).records[0]!.id

test('RM-02 a row of the catalogue and a column make a field of the form: it is checked, stored, changed and listed', async () => {
  const { id } = (await server.admin.call(user.save, { body: draft({ userName: 'nick', realName: '倪克', nickname: ' 小倪 ' }) })) as {
    id: string
  }
  expect(await nicknameOf(id)).toBe('小倪')
  const { version } = await server.admin.call(user.byId, { query: { id } })
  const edit = {
    id,
    version,
    realName: '倪克',
    jobs: (await server.admin.call(user.byId, { query: { id } })).jobs.map(({ orgName: _org, ...job }) => job),
  }
  await server.admin.call(user.update, { body: { ...edit, nickname: '老倪' } })
  expect((await server.admin.call(user.page, { query: { searchKey: 'nick' } })).records).toMatchObject([{ nickname: '老倪' }])
  const tooLong = await server.admin.send(user.save, { body: draft({ userName: 'nick2', realName: '倪二', nickname: '长'.repeat(51) }) })
  expect(tooLong.envelope.code).not.toBe('success')
})

test('RM-02 it is a column of the templates, of the import, of the update and of the export', async () => {
  for (const call of [user.insertTemplate, user.updateTemplate])
    expect((await table((await server.admin.send(call)).bytes)).titles).toContain('昵称')
  const titles = ['用户名', '姓名', '机构编码', '昵称']
  const file = await sheet(titles, [['sheet1', '单一', 'ZW', '阿单']])
  expect(await finished(server.admin, await server.admin.call(user.importInsert, { file, body: {} }))).toMatchObject({ status: 'FINISH' })
  expect(await nicknameOf(await idOf('sheet1'))).toBe('阿单')
  const change = await sheet(['用户名', '昵称'], [['sheet1', '小单']])
  expect(await finished(server.admin, await server.admin.call(user.importUpdate, { file: change, body: {} }))).toMatchObject({
    status: 'FINISH',
  })
  expect(await nicknameOf(await idOf('sheet1'))).toBe('小单')
  expect(await server.admin.call(user.attributes)).toContainEqual({ attribute: 'nickname', name: '昵称' })
  const uuid = await server.admin.call(user.exportExcel, {
    query: { uuid: 'new-field-0001', rangeType: '1', userIds: await idOf('sheet1'), attributes: 'userName,nickname' },
  })
  const exported = await downloaded(server.admin, (await finished(server.admin, uuid)).fileId)
  expect(exported).toEqual({ titles: ['用户名', '昵称'], rows: [['sheet1', '小单']] })
})

test('RM-02 the grid takes it, and a caller with only a second job of the user in scope may not change it', async () => {
  const list = [{ userName: 'grid1', realName: '葛一', nickname: '格格' }]
  expect(await server.admin.call(user.saveMany, { body: { orgId, list } })).toMatchObject({ success: 1 })
  const id = await idOf('grid1')
  expect(await nicknameOf(id)).toBe('格格')
  const branch = await server.given.org({ name: '分处', code: 'FC' })
  await server.kernel.db.insertInto('job').values({ id: 'grid1-second', userId: id, orgId: branch, jobType: 2, sortNum: 1 }).execute()
  const delegate = await server.given.user({ userName: 'delegate' })
  await server.given.gradeAdmin(delegate, branch, 1, '/organiz/index')
  const them = await server.as(delegate)
  const { version } = await server.admin.call(user.byId, { query: { id } })
  const jobs = [{ orgId, jobType: 1 }, { orgId: branch, jobType: 2 }] // prettier-ignore
  await them.refused('accountElsewhere', user.update, { body: { id, version, realName: '葛一', jobs, nickname: '别名' } })
})

test('RM-02 reviews compare it, pushes send it, a source may set it, and the data history names it', async () => {
  const id = await idOf('grid1')
  expect((await readState(server.kernel.db, 'user', id))?.fields).toMatchObject({ nickname: '格格' })
  expect(reviewText.field).toMatchObject({ nickname: '昵称' })
  expect(fieldNames.nickname).toBe('昵称')
  const pushed = await readObjects(server.kernel.db, { appId: 'none', scope: 'all' }, [{ objectType: 'user', objectId: id }])
  expect(pushed).toMatchObject([{ fields: { nickname: '格格' } }])
  expect(await server.admin.call(sync.listField, { query: { objectType: 'user' } })).toContainEqual({
    object: 'user', field: 'nickname', name: '昵称', kind: 'text', required: false, unique: false, sensitive: false, example: '小张',
  }) // prettier-ignore
})
