import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameKey, operLog } from '@hufu/contract/audit/audit'
import { hasActName, hasModuleName } from '@hufu/contract/audit/audit-text'
import { authorize } from '@hufu/contract/apps/authorize'
import { config } from '@hufu/contract/operations/config'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { features } from '../../../app.ts'
import { tamper } from '../../../../test/evidence.ts'
import { finished, startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { made } from '../../../../test/made.ts'
import { lastRecord, recordsOf } from '../../../../test/records.ts'
import { downloaded } from '../../../../test/sheets.ts'

let server: TestServer
let north: string
let south: string
let auditor: Subject
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  north = await server.given.org({ name: '北区' })
  south = await server.given.org({ name: '南区' })
  const id = await server.given.user({ realName: '审计员甲' })
  await server.given.role(id, '/audit/operation#*')
  auditor = await server.as(id)
})
afterAll(() => server.close())

/** A user who may manage organisations and has just created one. */
async function somebody(place: string) {
  const id = await server.given.user({ org: place, realName: '经办人' })
  await server.given.role(id, '/organiz/org-list#*', '/organiz/index#user-status', '/organiz/index#delete-user')
  const subject = await server.as(id)
  const n = server.given.next()
  const { id: orgId } = made(await subject.call(org.save, { body: { parentId: '1', name: `日志${n}`, code: `LOG${n}` } }))
  const record = await lastRecord(server)
  return { id, subject, orgId, record, userName: record.userName!, code: `LOG${n}` }
}
const page = (query: Record<string, unknown> = {}) => auditor.call(operLog.page, { query })
const newest = { size: 500 }

test('ENT-13, ROUTE-33, X-AUDIT-01 the log lists the last write first, with actor, address, operation and result', async () => {
  const { record, id, userName } = await somebody(north)
  const { records, total, isCapped } = await page()
  expect(records[0]).toMatchObject({
    id: record.id,
    userId: id,
    userName,
    realName: '经办人',
    orgName: '北区',
    module: 'org',
    operateType: 'save',
    result: 1,
    code: 'success',
    ip: '127.0.0.1',
    traceId: record.traceId,
    target: record.target,
    targetName: expect.stringMatching(/^日志/),
  })
  expect(isCapped).toBe(false)
  const { rows } = await server.kernel.pool.query<{ n: number }>('select count(*) as n from oper_log')
  expect(total).toBe(rows[0]!.n)
})

test('the list names the first objects of the record’s own kind, and says when a record has more objects than were read', async () => {
  const { record } = await somebody(north)
  const add = (type: string, count: number) =>
    server.kernel.pool.query(
      `insert into audit_target (log_id, target_type, target_id, target_name)
        select $1, $2, $2 || i, $2 || lpad(i::text, 5, '0') from generate_series(1, $3::int) i`,
      [record.id, type, count],
    )
  const found = async () => (await page({ ...newest, traceId: record.traceId })).records[0]!
  const { targetName: own } = await found()
  await add('config', 900)
  expect(await found()).toMatchObject({ targetName: `${own}、config00001、config00002`, targetCount: 901, hasMoreTargets: false })
  await add('org', 1500)
  expect(await found()).toMatchObject({ targetName: expect.stringContaining('org00001'), hasMoreTargets: true })
  expect((await auditor.call(operLog.byId, { query: { id: record.id } })).hasMoreTargets).toBe(true)
})

test('X-AUDIT-01, D-07 each filter narrows the list, alone and combined; refused and denied calls are found by result', async () => {
  const { subject, userName, record, orgId } = await somebody(north)
  await subject.refused('orgCodeTaken', org.save, { body: { parentId: '1', name: '别', code: 'ROOT' } })
  await subject.refused('forbidden', config.refresh)
  const found = async (query: Record<string, unknown>) => (await page({ ...newest, ...query })).records
  expect((await found({ userName: userName.toUpperCase() })).map(row => row.operateType)).toEqual(['refresh', 'save', 'save'])
  expect((await found({ userName: userName.slice(2) })).length).toBeGreaterThanOrEqual(3)
  expect(await found({ userName: '%' })).toEqual([])
  expect((await found({ userName, result: 0 })).map(row => row.code)).toEqual(['4403', 'global_prompt'])
  expect((await found({ userName, result: 1 })).map(row => row.id)).toEqual([record.id])
  expect((await found({ userName, module: 'config' })).map(row => row.operateType)).toEqual(['refresh'])
  expect(await found({ userName, module: 'config', result: 1 })).toEqual([])
  expect((await found({ userName, operateType: 'save' })).length).toBe(2)
  expect((await found({ traceId: record.traceId })).map(row => row.id)).toEqual([record.id])
  expect((await found({ target: orgId })).map(row => row.id)).toEqual([record.id])
  expect((await found({ userName, ip: '27.0' })).length).toBe(3)
  expect(await found({ userName, ip: '10.9.' })).toEqual([])
  const all = await found({})
  expect((await found({ orderBy: 'userName', asc: true })).map(row => row.id)).toEqual(all.map(row => row.id))
})

test('X-AUDIT-01, D-07 both ends of a time range are included, and its total is exact', async () => {
  await somebody(north)
  const { records } = await page(newest)
  const at = records[0]!.createTime
  const inside = records.filter(row => row.createTime === at)
  const query = { ...newest, beginTime: at, endTime: at }
  expect(await page(query)).toMatchObject({ total: inside.length, records: inside })
  expect(await page({ ...query, userName: 'person' })).toMatchObject({
    total: inside.filter(row => row.userName?.includes('person')).length,
  })
  expect(await page({ endTime: '2020-01-01 00:00:00' })).toMatchObject({ total: 0, records: [] })
  await auditor.refused('parameterProblem', operLog.page, { query: { beginTime: '2026-02-31 00:00:00' } })
  await auditor.refused('parameterProblem', operLog.page, { query: { beginTime: '2026-03-02 00:00:00', endTime: '2026-03-01 00:00:00' } })
})

test('X-AUDIT-01, D-06 pages have no gaps or repetitions, and the one behind the last is empty', async () => {
  for (let n = 0; n < 12; n++) await server.admin.call(org.save, { body: { parentId: '1', name: `页${n}`, code: `PG${n}` } })
  const { records: all, total } = await page(newest)
  expect(all.length).toBe(total)
  const pages = Math.ceil(total / 5)
  const seen: string[] = []
  for (let current = 1; current <= pages; current++) seen.push(...(await page({ current, size: 5 })).records.map(row => row.id))
  expect(seen).toEqual(all.map(row => row.id))
  expect(await page({ current: pages + 1, size: 5 })).toMatchObject({ total, pages, records: [] })
  const filtered = await page({ module: 'org', current: 2, size: 5 })
  expect(filtered.records.map(row => row.id)).toEqual(all.filter(row => row.module === 'org').slice(5, 10).map(row => row.id)) // prettier-ignore
})

test('D-34, T14 a delegated administrator sees the records of users in scope and no others, by every call', async () => {
  const [mine, other] = [await somebody(north), await somebody(south)]
  const delegationId = await server.given.user({ org: north })
  await server.given.forDelegations('/audit/operation')
  await server.kernel.db.updateTable('config').set({ configValue: 'true' }).where('configKey', '=', 'openGradeAdmin').execute()
  await server.kernel.config.catchUp()
  await server.given.gradeAdmin(delegationId, north, 1, '/audit/operation')
  const they = await server.as(delegationId)
  const { records, total } = await they.call(operLog.page, { query: newest })
  expect(records.map(row => row.id)).toContain(mine.record.id)
  expect(new Set(records.map(row => row.orgName))).toEqual(new Set(['北区']))
  expect(total).toBe(records.length)
  expect((await they.call(operLog.byId, { query: { id: mine.record.id } })).id).toBe(mine.record.id)
  await they.refused('auditMissing', operLog.byId, { query: { id: other.record.id } })
  expect((await they.call(operLog.page, { query: { traceId: other.record.traceId } })).total).toBe(0)
  const period = { beginTime: '2020-01-01 00:00:00', endTime: '2099-01-01 00:00:00' }
  await they.refused('auditBeyondScope', operLog.prove, { body: { uuid: randomUUID() } })
  await they.refused('auditBeyondScope', operLog.exportEvidence, { body: { uuid: randomUUID(), ...period, reason: '查' } })
  expect((await they.call(operLog.evidence)).isAll).toBe(false)
  const uuid = randomUUID()
  await they.call(operLog.exportExcel, { query: { uuid } })
  const { fileId } = await finished(they, uuid)
  const { rows } = await downloaded(they, fileId)
  expect(new Set(rows.map(row => row[3]))).toEqual(new Set(['北区']))
})

test('D-34, T14 where more than 500 users of a branch have records, a delegated administrator still sees no others', async () => {
  const busy = await server.given.org()
  const { pool } = server.kernel
  await pool.query("insert into users (id, user_name, real_name) select 'busy' || n, 'busy' || n, '某人' from generate_series(1, 501) n")
  await pool.query("insert into job (id, user_id, org_id, job_type, sort_num) select 'busy' || n, 'busy' || n, $1, 1, n from generate_series(1, 501) n", [busy]) // prettier-ignore
  await pool.query("insert into oper_log_value (kind, value) select 'userId', 'busy' || n from generate_series(1, 501) n")
  const [mine, other] = [await somebody(busy), await somebody(south)]
  const delegationId = await server.given.user({ org: busy })
  await server.given.gradeAdmin(delegationId, busy, 1, '/audit/operation')
  const { records } = await (await server.as(delegationId)).call(operLog.page, { query: newest })
  const ids = records.map(row => row.id)
  expect(ids).toContain(mine.record.id)
  expect(ids).not.toContain(other.record.id)
})

test('T14 in the record of a wider administrator, a narrower one sees only what is in scope', async () => {
  const delegationId = await server.given.user({ org: north })
  await server.given.gradeAdmin(delegationId, north, 1, '/audit/operation')
  const they = await server.as(delegationId)
  const { subject } = await somebody(north)
  const [near, far] = [await server.given.user({ org: north }), await server.given.user({ org: south })]
  const orgs = [await server.given.org({ parentId: north }), await server.given.org({ parentId: south })]
  const changed = async (of: Subject, table: string) => {
    const { changes } = await of.call(operLog.byId, { query: { id: (await lastRecord(server)).id } })
    return changes.filter(row => row.table === table).map(row => row.recordId)
  }
  await subject.call(user.setStatus, { query: { status: '0' }, body: { ids: [near, far] } })
  expect((await changed(auditor, 'users')).sort()).toEqual([near, far].sort())
  expect(await changed(they, 'users')).toEqual([near])
  await subject.call(org.setStatus, { query: { status: '0' }, body: { ids: orgs } })
  expect((await changed(auditor, 'org')).sort()).toEqual(orgs.toSorted())
  expect(await changed(they, 'org')).toEqual([orgs[0]])
  const jobOf = async (userId: string) =>
    (await server.kernel.db.selectFrom('job').select('id').where('userId', '=', userId).executeTakeFirstOrThrow()).id
  const jobs = [await jobOf(near), await jobOf(far)]
  await subject.call(user.remove, { body: { ids: [near, far] } })
  expect((await changed(auditor, 'job')).sort()).toEqual(jobs.toSorted())
  expect(await changed(they, 'job')).toEqual([jobs[0]])
})

test('T14 a record names the ids in its changes, and of organisations only those in scope', async () => {
  const [from, to] = [
    await server.given.org({ name: '原上级', parentId: south }),
    await server.given.org({ name: '新上级', parentId: north }),
  ]
  const moved = await server.given.org({ name: '被移动的', parentId: from })
  const { subject } = await somebody(north)
  await subject.call(org.move, { body: { ids: [moved], targetParentId: to } })
  const { id } = await lastRecord(server)
  const { names, changes } = await auditor.call(operLog.byId, { query: { id } })
  const parents = changes.flatMap(({ table, fields }) => (table === 'org' ? fields.filter(({ name }) => name === 'parent_id') : []))
  expect(parents).toContainEqual({ name: 'parent_id', objectType: 'org', before: from, after: to })
  const named = (of: typeof names) => [from, to, moved].map(orgId => of[nameKey('org', orgId)])
  expect(named(names)).toEqual(['原上级', '新上级', '被移动的'])
  const delegationId = await server.given.user({ org: north })
  await server.given.gradeAdmin(delegationId, north, 1, '/audit/operation')
  const seen = await (await server.as(delegationId)).call(operLog.byId, { query: { id } })
  expect(named(seen.names)).toEqual([undefined, '新上级', '被移动的'])
})

test('X-AUDIT-02 objects of two types with the same id keep their own names in a record', async () => {
  const app = await server.given.app({ name: '两个一号' })
  await server.admin.call(authorize.save, { body: { targetType: 'user', targetIds: ['1'], apps: [{ appId: app, roleIds: [] }] } })
  const { names, changes } = await auditor.call(operLog.byId, { query: { id: (await lastRecord(server)).id } })
  const subject = changes.flatMap(({ fields }) => fields).find(({ name }) => name === 'subject_id')
  expect(subject).toMatchObject({ objectType: 'user', after: '1' })
  expect(names[nameKey('user', '1')]).toBe('系统管理员')
  await server.admin.call(authorize.save, { body: { targetType: 'org', targetIds: ['1'], apps: [{ appId: app, roleIds: [] }] } })
  const ofOrg = await auditor.call(operLog.byId, { query: { id: (await lastRecord(server)).id } })
  expect(ofOrg.names[nameKey('org', '1')]).toBe('组织机构')
})

test('X-AUDIT-02, D-72 a record shows values before and after by field, and never a secret', async () => {
  const { subject, orgId, code } = await somebody(north)
  await subject.call(org.update, { body: { id: orgId, name: '改后的名称', code } })
  const { id } = await lastRecord(server)
  const detail = await auditor.call(operLog.byId, { query: { id } })
  const change = detail.changes.find(row => row.table === 'org')
  expect(change).toMatchObject({ recordId: orgId, operateType: 'update' })
  expect(change!.fields.find(field => field.name === 'name')).toMatchObject({
    after: '改后的名称',
    before: expect.stringContaining('日志'),
  })
  expect(change!.fields.some(field => field.name === 'code')).toBe(false)
  expect(detail.changeCount).toBe(detail.changes.length)
  const person = await server.given.user()
  await server.admin.call(user.resetPassword, { body: { ids: [person], passwordType: 2, hasSendSms: false } })
  const reset = await auditor.call(operLog.byId, { query: { id: (await lastRecord(server)).id } })
  expect(JSON.stringify(reset)).not.toMatch(/argon2|password_hash|phone_cipher|id_card_hash/)
  await auditor.refused('auditMissing', operLog.byId, { query: { id: 'nothere' } })
})

test('X-AUDIT-02 the changes of a task are shown at the call that started it', async () => {
  const person = await server.given.user()
  const uuid = randomUUID()
  await server.admin.call(operLog.exportExcel, { query: { uuid } })
  const { id, target } = await lastRecord(server)
  expect(target).toBe(uuid)
  await finished(server.admin, uuid)
  await server.kernel.pool
    .query(`select set_config('hufu.trace_id', '${uuid}', false); update users set remark = 'task' where id = '${person}';
    select set_config('hufu.trace_id', '', false)`)
  const { changes } = await auditor.call(operLog.byId, { query: { id } })
  expect(changes).toMatchObject([{ table: 'users', recordId: person, fields: [{ name: 'remark', before: null, after: 'task' }] }])
})

test('T28, D-73 a record says whether its digest and its neighbours match', async () => {
  for (let n = 0; n < 40; n++) await server.admin.call(org.save, { body: { parentId: '1', name: `邻${n}`, code: `NB${n}` } })
  const { rows } = await server.kernel.pool.query<{ lane: number; seq: number; id: string }>(
    `select lane, seq, id from oper_log where lane = (select lane from oper_log group by lane order by count(*) desc, lane limit 1) order by seq`,
  )
  const state = async (seq: number) => {
    const { digestRight, before, after } = await auditor.call(operLog.byId, { query: { id: rows[seq - 1]!.id } })
    return { digestRight, before, after }
  }
  const chain = rows[0]!.lane
  const whole = { digestRight: true, before: 'fits', after: 'fits' }
  expect([await state(1), await state(3), await state(rows.length)]).toEqual([
    { ...whole, before: 'first' },
    whole,
    { ...whole, after: 'last' },
  ])
  await tamper(server, `create table kept as select * from oper_log where lane = ${chain} and seq = 3;
    update oper_log set message = 'x', digest = 'y' where lane = ${chain} and seq = 3`) // prettier-ignore
  expect([await state(2), await state(3), await state(4)]).toEqual([
    whole,
    { digestRight: false, before: 'fits', after: 'broken' },
    { ...whole, before: 'broken' },
  ])
  await tamper(server, `delete from oper_log where lane = ${chain} and seq = 3`)
  expect([await state(2), await state(4)]).toEqual([
    { ...whole, after: 'missing' },
    { ...whole, before: 'missing' },
  ])
  await tamper(server, 'insert into oper_log select * from kept')
  expect(await state(3)).toEqual(whole)
})

test('X-AUDIT-03 the filter lists the modules with records', async () => {
  const { rows } = await server.kernel.pool.query<{ module: string }>('select distinct module from oper_log order by module')
  expect(await auditor.call(operLog.modules)).toEqual(rows.map(row => row.module).sort())
})

test('X-AUDIT-04, T17 the export contains what the list finds, as text without formulas', async () => {
  const { userName } = await somebody(north)
  const text = '=HYPERLINK("http://x","y")'
  await server.admin.refused('orgMissing', org.update, { body: { id: 'nothere', name: text, code: 'C' } })
  const uuid = randomUUID()
  expect(await auditor.call(operLog.exportExcel, { query: { uuid, query: JSON.stringify({ userName }) } })).toBe(uuid)
  const done = await finished(auditor, uuid)
  const { titles, rows } = await downloaded(auditor, done.fileId)
  expect(titles.slice(0, 8)).toEqual(['时间', '操作人账号', '操作人姓名', '所属机构', '模块', '操作', '操作对象', '对象编号'])
  expect(rows.map(row => row.slice(1, 6))).toEqual([[userName, '经办人', '北区', '机构', '新增']])
  expect(await recordsOf(server, () => auditor.call(operLog.exportExcel, { query: { uuid: randomUUID() } }))).toBe(1)
  await auditor.refused('filterUnreadable', operLog.exportExcel, { query: { uuid: randomUUID(), query: '{' } })
  const all = randomUUID()
  await auditor.call(operLog.exportExcel, { query: { uuid: all, query: JSON.stringify({ module: 'org', result: 0 }) } })
  const refused = await downloaded(auditor, (await finished(auditor, all)).fileId)
  expect(refused.rows.some(row => row.some(cell => cell.includes('HYPERLINK')))).toBe(true)
})

test('T28 exporting evidence leaves a record with its reason; without a reason or a period it is refused', async () => {
  const period = { beginTime: '2020-01-01 00:00:00', endTime: '2099-01-01 00:00:00' }
  const uuid = randomUUID()
  expect(await recordsOf(server, () => auditor.call(operLog.exportEvidence, { body: { uuid, ...period, reason: '配合年度审计' } }))).toBe(1)
  expect(await lastRecord(server)).toMatchObject({
    module: 'operLog',
    operateType: 'exportEvidence',
    target: uuid,
    params: expect.stringContaining('配合年度审计'),
  })
  expect(await finished(auditor, uuid)).toMatchObject({ status: 'FINISH', message: expect.stringMatching(/^导出成功，共\d+条$/) })
  for (const body of [{ ...period }, { ...period, reason: ' ' }, { reason: '查' }, { beginTime: '', endTime: '', reason: '查' }])
    await auditor.refused('parameterProblem', operLog.exportEvidence, { body: { uuid: randomUUID(), ...body } })
  const stranger = await server.as(await server.given.user())
  for (const call of [operLog.page, operLog.byId, operLog.evidence, operLog.exportExcel])
    await stranger.refused('forbidden', call, { query: { id: 'x', uuid: 'x' } })
  for (const call of [operLog.prove, operLog.exportEvidence])
    await stranger.refused('forbidden', call, { body: { uuid: randomUUID(), ...period, reason: '查' } })
})

test('T28 the verifier can be downloaded and is the file of the product', async () => {
  const { bytes, headers } = await auditor.send(operLog.verifier)
  expect(headers.get('content-disposition')).toContain('verify-audit.mjs')
  expect(bytes.toString('utf8')).toContain('node verify-audit.mjs')
})

test('X-AUDIT-01 every module and every recorded call has a readable name', () => {
  const nameless = features.flatMap(({ name, calls }) => [
    ...(hasModuleName(name) ? [] : [name]),
    ...Object.entries(calls).flatMap(([call, { changes, permit }]) =>
      changes && permit !== 'anyone' && !hasActName(name, call) ? [`${name}.${call}`] : [],
    ),
  ])
  expect(nameless).toEqual([])
})
