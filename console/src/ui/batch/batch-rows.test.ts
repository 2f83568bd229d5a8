import { expect, test } from 'vitest'
import { afterSave, problemsIn, type GridColumn, type GridRow, newRow, withCell } from './batch-rows.ts'
import { pasteCells, readCells, withSpareRow } from './paste-cells.ts'

const columns: GridColumn[] = [
  { key: 'name', title: '姓名', required: true },
  { key: 'account', title: '用户名', required: true, unique: true, fold: value => value.toLowerCase() },
  { key: 'phone', title: '手机号', unique: true, problem: value => (/^1\d{10}$/.test(value) ? undefined : '手机号格式不正确') },
]
const row = (name: string, account: string, phone = ''): GridRow => newRow({ name, account, phone })
const problems = (rows: GridRow[]) => {
  const found = problemsIn(rows, columns)
  return rows.map(({ key }) => found.get(key) ?? {})
}

test('FIELD-10 two rows with equal values are both marked, ignoring letter case', () => {
  expect(problems([row('甲', 'ann'), row('乙', 'ANN'), row('丙', 'bob')])).toEqual([
    { account: '用户名与其他行重复' },
    { account: '用户名与其他行重复' },
    {},
  ])
  expect(problems([row('甲', 'a1'), row('乙', 'a2')])).toEqual([{}, {}])
})

test('a row with any value must be complete; a blank one is ignored', () => {
  expect(problems([row('甲', ''), newRow(), row('', '', '1')])).toEqual([
    { account: '用户名不能为空' },
    {},
    { name: '姓名不能为空', account: '用户名不能为空', phone: '手机号格式不正确' },
  ])
})

test('FIELD-01 < and > are reported with the characters found', () => {
  expect(problems([row('a<b>', 'ok')])).toEqual([{ name: '存在非法字符：<>' }])
})

test('saved rows are removed, refused ones stay with their reason until changed', () => {
  const rows = [row('甲', 'a1'), newRow(), row('乙', 'a2'), row('丙', 'a3')]
  const sent = [rows[0]!, rows[2]!, rows[3]!]
  const left = afterSave(rows, sent, [{ row: 2, field: 'account', message: '用户名已存在' }, { row: 3, field: 'orgId', message: '机构不存在' }], columns) // prettier-ignore
  expect(left.map(one => one.key)).toEqual([rows[1]!.key, rows[2]!.key, rows[3]!.key])
  expect(problems(left)).toEqual([{}, { account: '用户名已存在' }, { '': '机构不存在' }])
  expect(problems([withCell(left[1]!, 'account', 'a9')])).toEqual([{}])
})

test('cells of a spreadsheet are read with their quotes and line breaks', () => {
  expect(readCells('张三\tz3\r\n李四\t"a\tb"\n"说""是""\n两行"\t\n')).toEqual([
    ['张三', 'z3'],
    ['李四', 'a\tb'],
    ['说"是"\n两行', ''],
  ])
  expect(readCells('一格')).toEqual([['一格']])
})

test('a pasted block fills cells from the cursor on, adds rows, and stops at the limit', () => {
  const rows = [row('甲', 'a1'), newRow()]
  const target = { rows, columns, at: { row: rows[1]!.key, column: 'name' }, limit: 3 }
  const { rows: filled, cut } = pasteCells('乙\ta 2\t139\n丙\ta3\n丁\ta4', target)
  expect(filled.map(({ cells }) => cells)).toEqual([{ name: '甲', account: 'a1', phone: '' }, { name: '乙', account: 'a2', phone: '139' }, { name: '丙', account: 'a3' }]) // prettier-ignore
  expect(cut).toBe(1)
})

test('a pasted title row decides to which columns the cells belong', () => {
  const rows = [newRow()]
  const { rows: filled } = pasteCells('手机号\t备注\t姓名*\n139\tx\t甲', {
    rows,
    columns,
    at: { row: rows[0]!.key, column: 'phone' },
    limit: 9,
  })
  expect(filled.map(({ cells }) => cells)).toEqual([{ phone: '139', name: '甲' }])
})

test('a pasted outline indented with blanks keeps its levels, each at most one deeper than the row above', () => {
  const rows = [newRow()]
  const target = { rows, columns, at: { row: rows[0]!.key, column: 'name' }, limit: 9 }
  const { rows: filled } = pasteCells('一处\ta1\n  一科\ta2\n    一组\ta3\n  二科\ta4\n二处\ta5', target)
  expect(filled.map(({ depth, cells }) => [depth, cells.name])).toEqual([[0, '一处'], [1, '一科'], [2, '一组'], [1, '二科'], [0, '二处']]) // prettier-ignore
  const left = filled.filter(({ cells }) => cells.name !== '一科')
  expect(withSpareRow(left, 9).map(({ depth }) => depth)).toEqual([0, 1, 1, 0, 0])
})

test('uniqueness may be limited to rows of the same group', () => {
  const name: GridColumn = { key: 'name', title: '名称', unique: true, among: one => String(one.depth) }
  const rows = [newRow({ name: '一科' }), newRow({ name: '一科' }, 1), newRow({ name: '一科' })]
  expect([...problemsIn(rows, [name]).keys()]).toEqual([rows[0]!.key, rows[2]!.key])
})
