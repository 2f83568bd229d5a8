import { afterAll, beforeAll, expect, test } from 'vitest'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { finished, startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { downloaded } from '../../../../test/sheets.ts'

let server: TestServer
const at = { north: '', south: '' }
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  at.north = await server.given.org({ name: '=北局' })
  at.south = await server.given.org({ name: '南局' })
})
afterAll(() => server.close())

const DELEGATION = '/system/gradeAdmins'
async function exported(subject: Subject, filter?: Record<string, unknown>) {
  const uuid = `grades-${server.given.next()}`
  const query = filter === undefined ? { uuid } : { uuid, query: JSON.stringify(filter) }
  expect(await subject.call(delegatedAdmin.exportExcel, { query })).toBe(uuid)
  const end = await finished(subject, uuid)
  expect(end).toMatchObject({ status: 'FINISH', percentage: 100 })
  return downloaded(subject, end.fileId)
}

test('console.md 54, T17 the export of delegated administrators contains what the list shows', async () => {
  const [ann, bob] = [await server.given.user({ realName: '安一' }), await server.given.user({ realName: '鲍二' })]
  await server.given.gradeAdmin(ann, at.north, 1, '/organiz/index')
  const paused = await server.given.gradeAdmin(bob, at.south, 0, '/organiz/index')
  await server.kernel.db.updateTable('gradeAdmin').set({ status: 0 }).where('id', '=', paused).execute()
  const { titles, rows } = await exported(server.admin)
  expect([titles[0], titles[2], titles[11]]).toEqual(['姓名', '管理机构', '状态'])
  expect(rows.map(row => [row[0], row[2], row[3], row[11]])).toEqual([
    ['鲍二', '南局', '否', '已停用'],
    ['安一', '=北局', '是', '生效中'],
  ])
  for (const [filter, names] of [
    [{ state: 'live' }, ['安一']],
    [{ searchKey: '鲍' }, ['鲍二']],
    [{ orgId: at.north, hasIncludeChild: true }, ['安一']],
    [{ status: 0 }, ['鲍二']],
  ] as const)
    expect((await exported(server.admin, filter)).rows.map(row => row[0])).toEqual(names)
  await server.admin.refused('filterUnreadable', delegatedAdmin.exportExcel, {
    query: { uuid: `grades-${server.given.next()}`, query: '{' },
  })
})

test('T14, D-34 a delegated administrator exports the delegations at their own organisations', async () => {
  const boss = await server.given.user({ realName: '主任', org: at.north })
  await server.given.forDelegations(DELEGATION)
  await server.given.gradeAdmin(boss, at.north, 1, DELEGATION, '/organiz/index')
  const { rows } = await exported(await server.as(boss))
  expect(new Set(rows.map(row => row[2]))).toEqual(new Set(['=北局']))
  await (await server.as(await server.given.user())).refused('forbidden', delegatedAdmin.exportExcel, { query: { uuid: 'grades-foreign' } })
})
