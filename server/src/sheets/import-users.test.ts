import { importPlan } from '@hufu/contract/import'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { userLabel } from '@hufu/contract/directory/label'
import { user } from '@hufu/contract/directory/user'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardOf, phoneOf } from '../../test/given.ts'
import { finished, startTestServer, type TestServer } from '../../test/harness.ts'
import { sealed } from '../../test/secrets.ts'
import { downloaded, sheet, table } from '../../test/sheets.ts'
import { writeConfig } from '../platform/config/config.ts'
import { settlePending } from '../domains/directory/user/password/pending-password.ts'

let server: TestServer
let orgId: string
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  orgId = await server.given.org({ name: '财务处', code: 'CW' })
  await server.given.org({ name: '人事处', code: 'RS' })
  const { db, keys, config } = server.kernel
  await db.insertInto('standing').values([
    { id: 'r1', kind: 'rank', name: '一级', code: 'R1' },
    { id: 'd1', kind: 'duty', name: '处长', code: 'D1' },
  ]).execute() // prettier-ignore
  await writeConfig(db, { defaultPassword: keys.encrypt('config', 'Initial#2026') })
  await config.refresh()
})
afterAll(() => server.close())

const person = (userName: string) =>
  server.kernel.db.selectFrom('users').selectAll().where('userName', '=', userName).where('deletedAt', 'is', null).executeTakeFirst()
const jobsOf = (userId: string) => server.kernel.db.selectFrom('job').selectAll().where('userId', '=', userId).orderBy('jobType').execute()

async function imported(call: typeof user.importInsert, titles: string[], rows: (string | null)[][], body = {}) {
  const taskId = await server.admin.call(call, { file: await sheet(titles, rows), body })
  return finished(server.admin, taskId)
}
const titles = ['用户名*', '姓名*', '手机号', '身份证号', '机构编码*']

test('USER-29 to USER-32: every template is an .xlsx with its titles and no row', async () => {
  const heads = async (call: typeof user.insertTemplate) => {
    const { status, headers, bytes } = await server.admin.send(call)
    expect([status, headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.xlsx')])
    const { titles, rows } = await table(bytes)
    expect(rows).toEqual([])
    return titles
  }
  const person = [
    '姓名',
    '手机号',
    '身份证号',
    '原系统用户ID',
    '工号',
    '机构编码',
    '职级',
    '职称',
    '职务',
    '岗位',
    '排序号',
    '标签',
    '性别',
    '邮箱',
    '状态',
    '有效期至',
    '备注',
  ]
  expect((await heads(user.insertTemplate)).map(title => title.replace('*', ''))).toEqual(['用户名', ...person, '密码摘要'])
  expect(await heads(user.updateTemplate)).toEqual(['用户名*', ...person])
  const job = ['用户名*', '机构编码*', '任职类型*', '职级', '职称', '职务', '岗位', '排序号']
  expect(await heads(user.insertUserOrgTemplate)).toEqual(job)
  expect(await heads(user.updateUserOrgTemplate)).toEqual(job)
})

test('USER-33: after FINISH the users exist with their main jobs, and sign in with the initial password', async () => {
  const end = await imported(
    user.importInsert,
    ['姓名', '用户名', '机构编码', '手机号', '职级', '职务', '排序号'],
    [
      ['欧阳修', 'ouyang', 'cw', phoneOf(9001), '一级', 'D1', '7'],
      ['李白', 'libai', 'CW', null, null, null, null],
    ],
  )
  expect(end).toMatchObject({ status: 'FINISH', message: '成功2条，失败0条', percentage: 100, fileId: null })
  const ouyang = (await person('ouyang'))!
  expect(ouyang).toMatchObject({
    realName: '欧阳修',
    phoneMask: '139****9001',
    passwordFrom: 'created',
    passwordType: 1,
    pinyin: 'ouyangxiu',
  })
  expect(await jobsOf(ouyang.id)).toMatchObject([{ orgId, jobType: 1, rankId: 'r1', dutyId: 'd1', sortNum: 7 }])
  const login = { loginName: 'libai', pwd: await sealed(server, 'Initial#2026') }
  expect(await server.nobody.call(signIn.login, { body: login as never })).toMatchObject({ userName: 'libai' })
  const bulk = await server.kernel.db
    .selectFrom('dataHistory')
    .select('recordId')
    .where('bulkId', '=', end.taskId)
    .where('tableName', '=', 'users')
    .execute()
  expect(bulk).toHaveLength(2)
})

test('USER-33, USER-34: labels in a sheet replace those by hand; labels by rule are neither given nor removed', async () => {
  const label = async (name: string, rule?: unknown) => (await server.admin.call(userLabel.save, { body: { name, rule } as never })).id
  const [red, blue] = [await label('红'), await label('蓝')]
  const rule = await label('规则签', { match: 'all', conditions: [{ field: 'userName', how: 'equals', text: 'labelled1' }] })
  const heads = [...titles, '标签']
  const end = await imported(user.importInsert, heads, [
    ['labelled1', '有签', null, null, 'CW', '红、蓝'],
    ['labelled2', '错签', null, null, 'CW', '红，没有'],
    ['labelled3', '规签', null, null, 'CW', '规则签'],
  ])
  // A label with a rule in the row of a new user is ignored, because an export may contain one.
  expect(end.message).toBe('成功2条，失败1条')
  const { rows } = await downloaded(server.admin, end.fileId)
  expect(rows.map(row => row.at(-1))).toEqual(['标签不存在'])
  expect((await server.admin.call(user.byId, { query: { id: (await person('labelled3'))!.id } })).labelIds).toEqual([])
  const one = (await person('labelled1'))!
  const labelIds = async () => (await server.admin.call(user.byId, { query: { id: one.id } })).labelIds.sort()
  await expect.poll(labelIds).toEqual([red, blue, rule].sort())
  // An exported sheet is imported again: a label with a rule is ignored.
  const back = await imported(user.importUpdate, ['用户名', '标签'], [['labelled1', '蓝;规则签']])
  expect(back.message).toBe('成功1条，失败0条')
  expect(await labelIds()).toEqual([blue, rule].sort())
  const empty = await imported(user.importUpdate, ['用户名', '姓名', '标签'], [['labelled1', '改名', null]])
  expect(empty.message).toBe('成功1条，失败0条')
  expect(await labelIds()).toEqual([blue, rule].sort())
})

test('USER-36, X-ORGSET-03: while other jobs are switched off a sheet adds none', async () => {
  await imported(user.importInsert, titles, [['onejob', '单职', null, null, 'CW']])
  const row = ['onejob', 'RS', '兼职']
  const heads = ['用户名*', '机构编码*', '任职类型*']
  await writeConfig(server.kernel.db, { openOtherJob: false })
  await server.kernel.config.refresh()
  const end = await imported(user.importInsertUserOrg, heads, [row])
  expect(end.message).toBe('成功0条，失败1条')
  expect((await downloaded(server.admin, end.fileId)).rows.map(cells => cells.at(-1))).toEqual(['任职类型：未开启兼职，不能新增兼职'])
  await writeConfig(server.kernel.db, { openOtherJob: true })
  await server.kernel.config.refresh()
  expect((await imported(user.importInsertUserOrg, heads, [row])).message).toBe('成功1条，失败0条')
})

test('USER-33: the same uuid again returns the same task, and nothing is done twice', async () => {
  const uuid = 'import-again-0001'
  const file = await sheet(titles, [['again1', '再来', null, null, 'CW']])
  expect(await server.admin.call(user.importInsert, { file, body: { uuid } })).toBe(uuid)
  await finished(server.admin, uuid)
  expect(await server.admin.call(user.importInsert, { file, body: { uuid } })).toBe(uuid)
  expect(await finished(server.admin, uuid)).toMatchObject({ message: '成功1条，失败0条' })
})

test('USER-33, bad input 38: bad rows are returned in an error file that can be corrected and sent again', async () => {
  const end = await imported(user.importInsert, [...titles, '排序号'], [
    ['good1', '好人', phoneOf(9101), null, 'CW', null],
    ['good1', '重名', null, null, 'CW', null],
    ['bad phone', '名字', '12345', null, 'CW', '0'],
    ['bad2', '<b>', null, '110101199001010000', 'NOPE', null],
    ['bad3', '=HYPERLINK("x")', phoneOf(9101), null, 'CW', null],
    ['good2', '=1+1', null, null, 'CW', null],
  ]) // prettier-ignore
  expect(end).toMatchObject({ status: 'FINISH', message: '成功2条，失败4条' })
  expect((await person('good2'))!.realName).toBe('=1+1')
  const { titles: heads, rows } = await downloaded(server.admin, end.fileId)
  expect(heads).toEqual(['用户名', '姓名', '手机号', '身份证号', '机构编码', '排序号', '结果', '原因'])
  expect(rows.map(row => [row[0], row.at(-2), row.at(-1)])).toEqual([
    ['good1', '失败', '用户名：与第2行重复'],
    ['bad phone', '失败', '用户名格式不正确；手机号格式不正确；排序号应为1至999999的整数'],
    ['bad2', '失败', '姓名：存在非法字符：<>；身份证号格式不正确'],
    ['bad3', '失败', '手机号：与第2行重复'],
  ])
  const corrected = rows.map((row, n) => [`fixed${n}`, '改好', phoneOf(9110 + n), '', 'CW', '', row[6]!, row[7]!])
  expect(await imported(user.importInsert, heads, corrected)).toMatchObject({ message: '成功4条，失败0条' })
})

test('USER-34: only filled cells change a user; unknown users are reported', async () => {
  await imported(user.importInsert, titles, [['mover', '搬家', phoneOf(9201), idCardOf(201), 'CW']])
  const before = (await person('mover'))!
  const end = await imported(
    user.importUpdate,
    ['用户名*', '姓名', '手机号', '机构编码', '职级'],
    [
      ['MOVER', null, phoneOf(9202), 'RS', '一级'],
      ['nobody-here', '无', null, null, null],
    ],
  )
  expect(end).toMatchObject({ status: 'FINISH', message: '成功1条，失败1条' })
  const after = (await person('mover'))!
  expect(after).toMatchObject({ realName: '搬家', phoneMask: '139****9202', idCardHash: before.idCardHash, version: before.version + 1 })
  expect(server.kernel.keys.openField(after.phoneCipher!)).toBe(phoneOf(9202))
  const [job] = await jobsOf(after.id)
  expect([job!.rankId, job!.orgId === orgId]).toEqual(['r1', false])
  expect((await downloaded(server.admin, end.fileId)).rows).toMatchObject([['nobody-here', '无', '', '', '', '失败', '用户名：用户不存在']])
})

test('USER-34: a password cannot be set by an update', async () => {
  const taskId = await server.admin.call(user.importUpdate, { file: await sheet(['用户名', '密码摘要'], [['admin', 'a'.repeat(64)]]) })
  expect(await finished(server.admin, taskId)).toMatchObject({
    status: 'ERROR',
    message: '文件格式不正确：不认识的列“密码摘要”，请使用下载的模板',
  })
})

test('USER-35: a bad row is named, nothing is stored, and each row says what it would do', async () => {
  const file = await sheet(titles, [
    ['check1', '甲', phoneOf(9301), null, 'CW'],
    ['check2', '乙', '123', null, 'CW'],
  ])
  const check = await server.admin.call(user.importCheck, { file })
  expect(check).toMatchObject({
    total: 2,
    pass: 1,
    fail: 1,
    fresh: 1,
    changed: 0,
    unchanged: 0,
    errors: [{ row: 3, column: '手机号', message: '手机号格式不正确' }],
  })
  expect((await downloaded(server.admin, check.errorFileId)).rows).toHaveLength(1)
  expect(await person('check1')).toBeUndefined()
  const { records } = await server.admin.call(importPlan.pageRow, { query: { planId: check.planId } })
  expect(records.map(row => [row.row, row.verdict, row.cells[2]])).toEqual([
    [2, 'new', { title: '手机号', value: '139****9301' }],
    [3, 'refused', { title: '手机号', value: '123' }],
  ])
  const update = await server.admin.call(user.importCheck, { file: await sheet(['用户名', '姓名', '手机号'], [['libai', '李太白', phoneOf(9302)], ['ouyang', '欧阳修', null]]), query: { type: 'update' } }) // prettier-ignore
  expect(update).toMatchObject({ total: 2, pass: 2, changed: 1, unchanged: 1 })
  const changed = await server.admin.call(importPlan.pageRow, { query: { planId: update.planId, verdict: 'changed' } })
  expect(changed.records[0]!.changes).toEqual([
    { column: '姓名', old: '李白', fresh: '李太白' },
    { column: '手机号', old: null, fresh: '139****9302' },
  ])
  await server.admin.refused('parameterProblem', user.importCheck, { file, query: { type: 'other' } })
})

const jobTitles = ['用户名*', '机构编码*', '任职类型*', '职级', '职务']

test('USER-36: after FINISH the user has the added job', async () => {
  await imported(user.importInsert, titles, [['worker', '工人', null, null, 'CW']])
  const end = await imported(user.importInsertUserOrg, jobTitles, [
    ['worker', 'RS', '兼职', '一级', null],
    ['worker', 'RS', '兼职', null, null],
    ['worker', 'CW', '兼职', null, null],
    ['worker', 'ROOT', '主职', null, null],
    ['worker', 'ROOT', '正职', null, null],
  ])
  expect(end).toMatchObject({ status: 'FINISH', message: '成功1条，失败4条' })
  expect(await jobsOf((await person('worker'))!.id)).toMatchObject([{ jobType: 1 }, { jobType: 2, rankId: 'r1' }])
  expect((await downloaded(server.admin, end.fileId)).rows.map(row => row.at(-1))).toEqual([
    '机构编码：与第2行重复',
    '机构编码：同一机构只能任职一次',
    '任职类型：主职必须且只能有一个',
    '任职类型应为主职或兼职',
  ])
})

test('USER-37: after FINISH the job fields are changed; another job may become the main one', async () => {
  const { id } = (await person('worker'))!
  expect(await imported(user.importUpdateUserOrg, jobTitles, [['worker', 'CW', '主职', '一级', '处长']])).toMatchObject({
    message: '成功1条，失败0条',
  })
  expect(await jobsOf(id)).toMatchObject([{ orgId, jobType: 1, rankId: 'r1', dutyId: 'd1' }, { jobType: 2 }])
  const swap = [['worker', 'RS', '主职', null, null], ['worker', 'CW', '兼职', null, null], ['worker', 'ROOT', '兼职', null, null]] // prettier-ignore
  expect(await imported(user.importUpdateUserOrg, jobTitles, swap)).toMatchObject({ message: '成功2条，失败1条' })
  expect(await jobsOf(id)).toMatchObject([{ jobType: 1 }, { orgId, jobType: 2 }])
})

const sm3 = (password: string) => createHash('sm3').update(password).digest('hex')

test('USER-33: an imported digest signs its owner in, is hashed in the background and never stored in clear', async () => {
  const digests = ['Old#pass1', 'Old#pass2', 'Old#pass3'].map(sm3)
  const end = await imported(user.importInsert, [...titles, '密码摘要'], [
    ...digests.map((digest, n) => [`digest${n}`, '旧人', null, null, 'CW', n === 0 ? digest.toUpperCase() : digest]),
    ['digest9', '旧人', null, null, 'CW', 'abc'],
  ]) // prettier-ignore
  expect(end).toMatchObject({ message: '成功3条，失败1条' })
  const { db } = server.kernel
  const dump = JSON.stringify([await db.selectFrom('importRow').selectAll().execute(), await db.selectFrom('users').selectAll().execute(), await db.selectFrom('dataHistory').selectAll().execute()]) // prettier-ignore
  expect(digests.filter(digest => dump.toLowerCase().includes(digest))).toEqual([])
  const { id } = (await person('digest0'))!
  const stored = await settlePending(server.kernel, id)
  expect(stored).toMatch(/^sm3:\$argon2id/)
  expect(await settlePending(server.kernel, id)).toBe(stored)
  const login = { loginName: 'digest0', pwd: await sealed(server, 'Old#pass1') }
  expect(await server.nobody.call(signIn.login, { body: login as never })).toMatchObject({ userName: 'digest0' })
})

test('USER-07: two valid and one invalid row give success 2 and fail 1 with the number of the row', async () => {
  const list = [
    { userName: 'batch1', realName: '一号', phone: phoneOf(9401), gender: 1, email: 'a@b.cn', rankId: 'r1' },
    { userName: 'batch2', realName: '二号', phone: phoneOf(9401) },
    { userName: 'batch3', realName: '三号', sortNum: 5 },
  ]
  const reply = await server.admin.call(user.saveMany, { body: { orgId, list } })
  expect(reply).toEqual({ success: 2, fail: 1, errors: [{ row: 2, field: 'phone', message: '与第1行重复' }] })
  expect(await person('batch1')).toMatchObject({ gender: 1, email: 'a@b.cn', passwordType: 1 })
  const again = await server.admin.call(user.saveMany, { body: { orgId, list: [...list, { userName: '中', realName: '', idCard: '1', isAdmin: true }, { userName: 'batch5', realName: '五', rankId: 'nope' }] } }) // prettier-ignore
  expect(again).toMatchObject({ success: 0, fail: 5 })
  expect(again.errors).toEqual(
    expect.arrayContaining([
      { row: 1, field: 'userName', message: '用户名已存在' },
      { row: 1, field: 'phone', message: '手机号已存在' },
      { row: 3, field: 'userName', message: '用户名已存在' },
      { row: 4, field: 'userName', message: '用户名格式不正确' },
      { row: 4, field: 'realName', message: '姓名不能为空' },
      { row: 4, field: 'idCard', message: '身份证号格式不正确' },
      { row: 4, field: 'isAdmin', message: expect.any(String) },
      { row: 5, field: 'rankId', message: '职级不存在' },
    ]),
  )
  await server.admin.refused('orgMissing', user.saveMany, { body: { orgId: 'nowhere', list } })
})
