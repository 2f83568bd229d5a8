import { afterAll, beforeAll, expect, test } from 'vitest'
import { operLog } from '@hufu/contract/audit/audit'
import { dataClean } from '@hufu/contract/operations/data-clean'
import { ALWAYS, evidenceOf, proven, verified } from '../../../../test/evidence.ts'
import { finished, startTestServer, type TestServer } from '../../../../test/harness.ts'
import { checkpointAt, ageRecords, writeRecords } from '../../../../test/old-records.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  // Keeps the job that writes checkpoints from interfering.
  await server.kernel.pool.query("update periodic_job set due_time = now() + interval '1 day' where name = 'audit-checkpoint'")
})
afterAll(() => server.close())

const LANES = [0, 1, 2, 3, 4, 5, 6, 7]
const OLD = 20
const count = async () => {
  const { rows } = await server.kernel.pool.query<{ lane: number; first: number; n: number }>('select lane, min(seq)::int as first, count(*)::int as n from oper_log group by lane order by lane') // prettier-ignore
  return rows
}
const refusedBySql = async (statement: string) => {
  await expect(server.kernel.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
}

test('D-73, D-54, T19 the operation log is cut only at a signed checkpoint; verification continues from there, here and with the auditor’s verifier', async () => {
  for (const lane of LANES) await writeRecords(server, lane, OLD)
  await ageRecords(server, 300)
  const olds = await count()
  for (const { lane } of olds) await checkpointAt(server, lane, 10, 299)
  // The last checkpoint is too recent, so the cut ends at the one before.
  for (const lane of [1, 2]) await checkpointAt(server, lane, 15, 100)
  for (const lane of LANES) await writeRecords(server, lane, 3)
  const preview = await server.admin.call(dataClean.preview, { query: { id: 'operLog' } })
  expect(preview).toMatchObject({ count: 80, approx: false })
  // Two concurrent cleanings share the work, and neither fails.
  const tasks = await Promise.all([1, 2].map(() => server.admin.call(dataClean.execute, { body: { ids: ['operLog'] } })))
  const ends = await Promise.all(tasks.map(taskId => finished(server.admin, taskId)))
  expect(ends.map(({ status }) => status)).toEqual(['FINISH', 'FINISH'])
  expect(ends.reduce((sum, { message }) => sum + Number(/\d+/.exec(message)![0]), 0)).toBe(80)
  for (const { first } of await count()) expect(first).toBe(11)
  expect((await server.admin.call(dataClean.pageLog, { query: { objectType: 'operLog' } })).records).toMatchObject([1, 2].map(() => ({ result: 1, userName: 'admin', name: '操作日志' }))) // prettier-ignore
  const proof = await proven(server)
  expect(proof.fault).toBeNull()
  expect(proof.message).toMatch(/更早的记录已于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 清理/)
  expect((await verified(await evidenceOf(server))).code).toBe(0)
  expect((await verified(await evidenceOf(server, { ...ALWAYS, beginTime: '2025-01-01 00:00:00' }))).code).toBe(0)
  // The page counts what remains, and the first record says that those before it were cleaned.
  const { rows: [first] } = await server.kernel.pool.query<{ id: string }>('select id from oper_log where lane = 3 and seq = 11') // prettier-ignore
  expect(await server.admin.call(operLog.byId, { query: { id: first!.id } })).toMatchObject({ before: 'kept', after: 'fits' })
  const total = (await count()).reduce((sum, { n }) => sum + n, 0)
  expect((await server.admin.call(operLog.page)).total).toBe(total)
  expect((await server.admin.call(dataClean.preview, { query: { id: 'operLog' } })).count).toBe(0)
})

test('D-73, T19 no other way removes an audit record: no statement, no cut without checkpoints, and never the last record', async () => {
  const before = await count()
  await refusedBySql('delete from oper_log where lane = 0 and seq <= 11')
  await refusedBySql('delete from oper_log where false')
  await refusedBySql('truncate oper_log')
  await refusedBySql("update oper_log set message = 'x'")
  await refusedBySql('select cut_oper_log(0::smallint, 12)')
  const { lane, first, n } = before[0]!
  const head = first + n - 1
  const insertCheckpoint = (seq: number, kind: string) => `insert into audit_checkpoint select lane, seq, '${kind}', digest, now() - interval '30 days', 'x' from oper_log where lane = ${lane} and seq = ${seq}` // prettier-ignore
  for (const statements of [
    `begin; ${insertCheckpoint(12, 'cleaned')}; delete from oper_log where lane = ${lane} and seq <= 12`,
    `begin; ${insertCheckpoint(12, 'cleaned')}; select cut_oper_log(${lane}::smallint, 12)`,
    `begin; ${insertCheckpoint(head, 'hour')}; ${insertCheckpoint(head, 'cleaned')}; select cut_oper_log(${lane}::smallint, ${head})`,
    `begin; do $x$ begin execute E'delete from oper_log /*\\nPL/pgSQL function cut_oper_log(smallint,bigint) line 14 at SQL statement */'; end $x$`,
  ])
    await refusedBySql(statements)
  expect(await count()).toEqual(before)
})

test('T28, D-73 a checkpoint without our signature stops the deletion, and nothing before it is deleted', async () => {
  const lane = 5
  await checkpointAt(server, lane, 13, 299, 'bm9uZQ==')
  const before = await count()
  const taskId = await server.admin.call(dataClean.execute, { body: { ids: ['operLog'] } })
  expect(await finished(server.admin, taskId)).toMatchObject({
    status: 'ERROR',
    message: '操作日志的检查点签名无效，不能清理，请先校验完整性',
  })
  expect((await count()).map(({ first }) => first)).toEqual(before.map(({ first }) => first))
  expect((await server.admin.call(dataClean.pageLog, { query: { objectType: 'operLog' } })).records[0]).toMatchObject({ count: 0, result: 0 }) // prettier-ignore
})
