import { afterAll, beforeAll, expect, test } from 'vitest'
import { syncLog } from '@hufu/contract/provisioning/sync-log'
import { finished, startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { downloaded } from '../../../../test/sheets.ts'
import { writeSyncLog, type SyncLogEntry } from './write-log.sql.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

const write = (...parts: Partial<SyncLogEntry>[]) =>
  writeSyncLog(
    server.kernel.db,
    parts.map(part => ({ objectType: 'user', operateType: 'update', name: '甲', isDone: true, message: '推送成功', ...part })),
  )
const page = async (query: Record<string, unknown>, subject: Subject = server.admin) => await subject.call(syncLog.page, { query })
const idsOf = async (query: Record<string, unknown>, subject?: Subject) =>
  (await page({ size: 500, ...query }, subject)).records.map(({ id }) => id)
const moved = (id: string, days: number) =>
  server.kernel.pool.query(`update sync_log set create_time = now() - $2 * interval '1 day' where id = $1`, [id, days])

test('X-SYNC-11, X-SYNC-12 a row is found by task, application, run, object, type, operation, result, name and time, newest first', async () => {
  const [hr, oa] = [
    { id: 'hr', name: '人事系统' },
    { id: 'oa', name: '办公系统' },
  ]
  await write(
    { id: 'a', sync: hr, runId: 'run1', objectId: 'u1', originId: 'o1', name: '张三', operateType: 'insert', before: { status: 1 }, after: { status: 0 } },
    { id: 'b', app: oa, objectType: 'org', objectId: 'g1', name: '研发部', isDone: false, message: '对方返回 HTTP 500', request: '{"a":1}', response: 'no', attempt: 2, retryOf: 'x' },
    { id: 'c', sync: hr, app: oa, objectId: 'u2', name: 'Zhang 100%_x', operateType: 'delete' },
    { id: 'd', sync: hr, runId: 'run1', objectType: 'all', operateType: 'run', name: '汇总' },
  ) // prettier-ignore
  for (const [id, days] of [['a', 4], ['b', 3], ['c', 2], ['d', 1]] as const) await moved(id, days) // prettier-ignore
  const all = await page({})
  expect(all).toMatchObject({ total: 4, more: false, current: 1, size: 10, pages: 1 })
  expect(all.records.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'])
  const cases: [Record<string, unknown>, string[]][] = [
    [{ syncId: 'hr' }, ['d', 'c', 'a']], [{ appId: 'oa' }, ['c', 'b']], [{ runId: 'run1' }, ['d', 'a']], [{ objectId: 'g1' }, ['b']],
    [{ objectType: 'user' }, ['c', 'a']], [{ operateType: 'run' }, ['d']], [{ result: 0 }, ['b']], [{ result: '1', appId: 'oa' }, ['c']],
    [{ name: '三' }, ['a']], [{ name: '张三' }, ['a']], [{ name: 'zhang' }, ['c']], [{ name: '100%_' }, ['c']], [{ name: '1%x' }, []],
    [{ beginTime: all.records[2]!.createTime, endTime: all.records[1]!.createTime }, ['c', 'b']], [{ endTime: '2026-01-01' }, []],
  ] // prettier-ignore
  for (const [query, ids] of cases) expect([query, await idsOf(query)]).toEqual([query, ids])
  expect(await idsOf({ size: 2, current: 2 })).toEqual(['b', 'a'])
  expect(await server.admin.call(syncLog.byId, { query: { id: 'b' } })).toEqual({
    id: 'b', syncId: null, syncName: null, appId: 'oa', appName: '办公系统', runId: null, objectType: 'org', operateType: 'update', objectId: 'g1',
    originId: null, name: '研发部', result: 0, message: '对方返回 HTTP 500', attempt: 2, retryOf: 'x', createTime: all.records[2]!.createTime,
    request: '{"a":1}', response: 'no', before: null, after: null,
  }) // prettier-ignore
  expect(await server.admin.call(syncLog.byId, { query: { id: 'a' } })).toMatchObject({ before: { status: 1 }, after: { status: 0 } })
  await server.admin.refused('syncLogMissing', syncLog.byId, { query: { id: 'nosuchrow' } })
  for (const wrong of [{ objectType: 'role' }, { operateType: 'test' }, { beginTime: '2026-02-01', endTime: '2026-01-01' }])
    expect((await server.admin.send(syncLog.page, { query: wrong })).envelope.code).toBe('global_prompt')
  // Sources have the names they had last.
  await write({ id: 'e', sync: { id: 'hr', name: '人力资源' } })
  expect(await server.admin.call(syncLog.listSource)).toEqual({
    syncs: [{ id: 'hr', name: '人力资源' }],
    apps: [{ id: 'oa', name: '办公系统' }],
  })
})

test('F9, X-SYNC-11 failures are counted by reason, within the filters, the most frequent first; each leads to its rows', async () => {
  const runId = `run${server.given.next()}`
  const failed = (message: string, more: Partial<SyncLogEntry> = {}) => ({ runId, isDone: false, message, ...more })
  await write(
    ...Array.from({ length: 3 }, () => failed('不是中国大陆手机号')),
    ...Array.from({ length: 2 }, () => failed('对方返回 HTTP 500', { objectType: 'org' as const })),
    { runId, message: '不是中国大陆手机号' },
  )
  const groups = async (query: Record<string, unknown>) => server.admin.call(syncLog.listFailure, { query: { runId, ...query } })
  const [phones, status] = [{ message: '不是中国大陆手机号', count: 3 }, { message: '对方返回 HTTP 500', count: 2 }] // prettier-ignore
  expect(await groups({})).toEqual({ groups: [phones, status], more: false })
  expect(await groups({ objectType: 'org' })).toEqual({ groups: [status], more: false })
  expect(await groups({ message: status.message })).toEqual({ groups: [phones, status], more: false })
  expect(await groups({ result: 1 })).toEqual({ groups: [], more: false })
  expect((await page({ runId, result: 0, message: phones.message })).total).toBe(3)
  await write(...Array.from({ length: 6 }, (_, n) => failed(`原因${n}`)))
  expect((await groups({})).groups).toHaveLength(5)
})

test('X-SYNC-14 the export contains what the filters find, in words; an unreadable filter is refused', async () => {
  const app = { id: 'export', name: '导出应用' }
  await write({ id: 'x1', app, name: '乙', originId: '7' }, { id: 'x2', app, objectType: 'org', name: '丙', operateType: 'delete', isDone: false, message: '超时', objectId: 'g9' }) // prettier-ignore
  await moved('x1', 1)
  const uuid = `sync-${server.given.next()}-export`
  const task = await finished(
    server.admin,
    await server.admin.call(syncLog.exportExcel, { query: { uuid, query: JSON.stringify({ appId: 'export' }) } }),
  )
  expect(task).toMatchObject({ taskId: uuid, status: 'FINISH', message: '导出成功，共2条' })
  const { titles, rows } = await downloaded(server.admin, task.fileId)
  expect(titles).toEqual(['创建时间', '同步任务', '应用', '对象', '名称', '操作', '结果', '说明', '来源编号', '尝试次数', '对象ID'])
  expect(rows.map(row => row.slice(1))).toEqual([
    ['', '导出应用', '机构', '丙', '删除', '失败', '超时', '', '1', 'g9'],
    ['', '导出应用', '用户', '乙', '修改', '成功', '推送成功', '7', '1', ''],
  ])
  for (const wrong of ['{', '{"type":"other"}'])
    await server.admin.send(syncLog.exportExcel, { query: { uuid: `sync-${server.given.next()}-wrong`, query: wrong } }).then(({ envelope }) => expect(envelope.code).toBe('global_prompt')) // prettier-ignore
})

test('D-34, X-SYNC-11 a delegated administrator with the page sees only the rows of their branch', async () => {
  const [branch, elsewhere] = [await server.given.org(), await server.given.org()]
  const [boss, mine, foreign] = [
    await server.given.user({ org: branch }),
    await server.given.user({ org: branch }),
    await server.given.user({ org: elsewhere }),
  ]
  const runId = `run${server.given.next()}`
  await write(
    { id: 's1', runId, objectId: mine },
    { id: 's2', runId, objectId: foreign },
    { id: 's3', runId, objectType: 'org', objectId: branch },
    { id: 's4', runId, objectType: 'org', objectId: elsewhere },
    { id: 's5', runId, objectType: 'all', operateType: 'run' },
  )
  await server.given.gradeAdmin(boss, branch, 1, '/sync/syncLog')
  const delegate = await server.as(boss)
  await delegate.refused('forbidden', syncLog.page)
  await server.given.forDelegations('/sync/syncLog')
  const again = await server.as(boss)
  expect(new Set(await idsOf({ runId }, again))).toEqual(new Set(['s1', 's3']))
  await write({ id: 's6', runId, objectId: foreign, isDone: false, message: '别处的原因' })
  expect((await again.call(syncLog.listFailure, { query: { runId } })).groups).toEqual([])
  await again.refused('syncLogMissing', syncLog.byId, { query: { id: 's2' } })
  await again.refused('syncLogMissing', syncLog.retry, { body: { ids: ['s2'] } })
  expect((await idsOf({ runId })).length).toBe(6)
})
