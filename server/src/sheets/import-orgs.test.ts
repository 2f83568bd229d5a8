import { importPlan } from '@hufu/contract/import'
import { org } from '@hufu/contract/directory/org'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finished, startTestServer, type TestServer } from '../../test/harness.ts'
import { downloaded, sheet, table } from '../../test/sheets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  await server.given.org({ name: '总部', code: 'HQ' })
})
afterAll(() => server.close())

const found = (code: string) =>
  server.kernel.db.selectFrom('org').selectAll().where('code', '=', code).where('deletedAt', 'is', null).executeTakeFirst()
const titles = ['机构编码*', '机构名称*', '上级机构编码*', '简称', '排序号']
type Rows = (string | null)[][]
async function imported(call: typeof org.importInsert | typeof org.importUpdate, heads: string[], rows: Rows, body = {}) {
  const taskId = await server.admin.call(call, { file: await sheet(heads, rows), body })
  return finished(server.admin, taskId)
}

test('X-ORG-19: valid rows are stored, invalid ones reported', async () => {
  const { id } = (await found('HQ'))!
  const list = [
    { name: '一处', code: 'C1' },
    { name: '一处', code: 'C2' },
    { name: '三处', code: 'c1' },
    { name: '四处', code: 'C4', leader: '赵' },
    { name: '', code: '有' },
  ]
  const reply = await server.admin.call(org.saveMany, { body: { parentId: id, list } })
  expect(reply).toMatchObject({ success: 2, fail: 3 })
  expect(reply.errors).toEqual([
    { row: 2, field: 'name', message: '与第1行重复' },
    { row: 3, field: 'code', message: '与第1行重复' },
    { row: 5, field: 'name', message: '机构名称不能为空' },
    { row: 5, field: 'code', message: '机构编码格式不正确' },
  ])
  expect([(await found('C1'))!.sortNum, (await found('C4'))!.sortNum, (await found('C4'))!.leader]).toEqual([1, 2, '赵'])
  await server.admin.refused('orgMissing', org.saveMany, { body: { parentId: 'nowhere', list } })
})

test('X-ORG-20 and X-ORG-21: the templates are .xlsx with the titles of the import', async () => {
  const heads = async (call: typeof org.insertTemplate) => (await table((await server.admin.send(call)).bytes)).titles
  const rest = ['简称', '机构类型', '原系统机构ID', '负责人', '电话', '地址', '排序号']
  expect(await heads(org.insertTemplate)).toEqual(['机构编码*', '机构名称*', '上级机构编码*', ...rest])
  expect(await heads(org.updateTemplate)).toEqual(['机构编码*', '机构名称', '上级机构编码', ...rest])
})

test('X-ORG-22: the check stores nothing and names the problems; the commit then carries the plan out', async () => {
  const file = await sheet(titles, [
    ['K1', '科一', 'HQ', null, null],
    ['K2', '科二', 'NOWHERE', null, null],
  ])
  const check = await server.admin.call(org.importCheck, { file })
  expect(check).toMatchObject({ total: 2, pass: 1, fail: 1, fresh: 1, errors: [{ row: 3, column: '上级机构编码', message: '机构不存在' }] })
  expect(await found('K1')).toBeUndefined()
  const end = await finished(server.admin, await server.admin.call(importPlan.commit, { body: { planId: check.planId } }))
  expect(end).toMatchObject({ status: 'FINISH', message: '成功1条，失败1条' })
  expect((await downloaded(server.admin, end.fileId)).rows.map(row => row.slice(-2))).toEqual([['新增', ''], ['失败', '上级机构编码：机构不存在']]) // prettier-ignore
  expect(await found('K1')).toMatchObject({ name: '科一', pinyin: 'keyi' })
})

test('X-ORG-23: organisations are created below others of the same sheet, in whatever order it lists them', async () => {
  const end = await imported(org.importInsert, titles, [
    ['T3', '孙', 'T2', null, null],
    ['T2', '子', 'T1', null, null],
    ['T1', '父', 'HQ', null, '5'],
    ['X1', '环一', 'X2', null, null],
    ['X2', '环二', 'X1', null, null],
    ['T4', '孤', 'BAD!', null, null],
    ['bad code', '错', 'T1', null, null],
    ['T5', '错下', 'bad code', null, null],
  ])
  expect(end).toMatchObject({ status: 'FINISH', message: '成功3条，失败5条' })
  const [one, two, three] = [await found('T1'), await found('T2'), await found('T3')]
  expect([three!.parentId, two!.parentId, one!.sortNum]).toEqual([two!.id, one!.id, 5])
  const rows = (await downloaded(server.admin, end.fileId)).rows
  expect(rows.map(row => [row[0], row.at(-1)])).toEqual([
    ['X1', '上级机构编码：机构不存在'],
    ['X2', '上级机构编码：机构不存在'],
    ['T4', '上级机构编码：机构不存在'],
    ['bad code', '机构编码格式不正确'],
    ['T5', '上级机构编码：机构不存在'],
  ])
})

test('X-ORG-23: with a parentId rows without a parent go below it', async () => {
  const { id } = (await found('HQ'))!
  expect(await imported(org.importInsert, ['机构编码', '机构名称'], [['P1', '无上级']], { parentId: id })).toMatchObject({
    message: '成功1条，失败0条',
  })
  expect((await found('P1'))!.parentId).toBe(id)
})

test('X-ORG-24: the code identifies the row, empty cells keep the value, another parent moves it, a cycle is refused', async () => {
  const end = await imported(org.importUpdate, titles, [
    ['t2', '二子', 'HQ', '简', null],
    ['T1', null, 'T1', null, null],
    ['HQ', null, 'T1', null, null],
    ['ROOT', null, 'HQ', null, null],
    ['NOPE', '无', null, null, null],
    ['C1', null, null, null, null],
  ])
  expect(end).toMatchObject({ status: 'FINISH', message: '成功2条，失败4条' })
  expect(await found('T2')).toMatchObject({ name: '二子', shortName: '简', parentId: (await found('HQ'))!.id, version: 2 })
  expect((await downloaded(server.admin, end.fileId)).rows.map(row => row.at(-1))).toEqual([
    '上级机构编码：不能移动到自身或下级机构',
    '上级机构编码：不能移动到自身或下级机构',
    '上级机构编码：根机构不允许此操作',
    '机构编码：机构不存在',
  ])
})

test('X-ORG-25: the export ends in a file of the requested columns; uuid is the task', async () => {
  const { id } = (await found('T1'))!
  const exported = async (query: Record<string, unknown>) => {
    const uuid = String(query.uuid)
    expect(await server.admin.call(org.exportExcel, { query })).toBe(uuid)
    const end = await finished(server.admin, uuid)
    expect(end).toMatchObject({ status: 'FINISH', percentage: 100 })
    return downloaded(server.admin, end.fileId)
  }
  expect(await exported({ uuid: 'org-export-1', rangeType: '2', orgId: id, attributes: 'code,name,status' })).toEqual({
    titles: ['机构编码', '机构名称', '状态'],
    rows: [['T1', '父', '启用']],
  })
  const all = await exported({ uuid: 'org-export-2', rangeType: '4', query: JSON.stringify({ name: '科' }) })
  expect(all.titles).toHaveLength(14)
  expect(all.rows.map(row => row[0])).toEqual(['K1'])
  expect((await exported({ uuid: 'org-export-3', rangeType: '3', orgIds: `${id},nobody`, attributes: 'code' })).rows).toEqual([['T1']])
  await server.admin.refused('attributeProblem', org.exportExcel, {
    query: { uuid: 'org-export-4', rangeType: '4', attributes: 'code,deletedBy' },
  })
  await server.admin.refused('filterUnreadable', org.exportExcel, { query: { uuid: 'org-export-5', rangeType: '4', query: '{' } })
  await server.admin.refused('nothingChosen', org.exportExcel, { query: { uuid: 'org-export-6', rangeType: '1' } })
})

test('X-ORG-26: every listed attribute can be exported', async () => {
  const names = (await server.admin.call(org.attributes)).map(({ attribute }) => attribute)
  expect(names).toContain('parentCode')
  expect(await server.admin.call(org.exportExcel, { query: { uuid: 'org-export-7', rangeType: '4', attributes: names.join(',') } })).toBe(
    'org-export-7',
  )
})

test('X-ORG-20, X-ORG-21 a sheet names the type by name or code of the dictionary; others are reported for their row', async () => {
  const heads = ['机构编码*', '机构名称*', '上级机构编码*', '机构类型']
  const rows = [['TY1', '类型一', 'HQ', '部门'], ['TY2', '类型二', 'HQ', 'team'], ['TY3', '类型三', 'HQ', '没有这种']] // prettier-ignore
  const check = await server.admin.call(org.importCheck, { file: await sheet(heads, rows) })
  expect(check.errors).toEqual([{ row: 4, column: '机构类型', message: '机构类型不存在或已停用，请从字典中选择' }])
  expect(await imported(org.importInsert, heads, rows)).toMatchObject({ message: '成功2条，失败1条' })
  expect([(await found('TY1'))!.orgType, (await found('TY2'))!.orgType]).toEqual(['department', 'team'])
  const edit = ['机构编码*', '机构类型']
  const change = await server.admin.call(org.importCheck, { file: await sheet(edit, [['TY1', '部门'], ['TY2', '科室'], ['TY3', '']]), query: { type: 'update' } }) // prettier-ignore
  expect(change).toMatchObject({ changed: 1, unchanged: 1 })
  await imported(org.importUpdate, edit, [['TY2', '科室'], ['TY1', '没有这种']]) // prettier-ignore
  expect([(await found('TY1'))!.orgType, (await found('TY2'))!.orgType]).toEqual(['department', 'office'])
})
