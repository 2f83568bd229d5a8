import { expect, test } from 'vitest'
import { type Column, fitting, isShort, withLayout, totalWidth, widthOf, withOneAct } from './column-layout.ts'

const columns: Column<object>[] = [
  { key: 'name', title: '姓名', width: 120 },
  { key: 'phone', title: '手机号', width: 120, spare: true },
  { key: 'org', title: '所属机构', width: 200, spare: true },
  { key: 'tools', title: '操作', width: 100 },
]
const keys = (room: number, hasTicks = false) => fitting(columns, room, hasTicks).map(({ key }) => key)

test('spare columns are hidden from the right until the others have room', () => {
  expect(keys(540)).toEqual(['name', 'phone', 'org', 'tools'])
  expect(keys(539)).toEqual(['name', 'phone', 'tools'])
  expect(keys(340, true)).toEqual(['name', 'tools'])
  expect(keys(100)).toEqual(['name', 'tools'])
  expect(totalWidth(fitting(columns, 400, true), true)).toBeLessThanOrEqual(400)
})

test('in a small window row actions take the width of one, whose label is visible if it is short', () => {
  expect(['解锁', '重置密码', 'Unlock', 'Permissions'].map(isShort)).toEqual([true, true, true, false])
  expect(withOneAct(columns).map(({ width }) => width)).toEqual([120, 120, 200, 88])
  expect(withOneAct([{ key: 'tools', title: '操作', width: 72 }])[0]!.width).toBe(72)
})

test('a column is wide enough for its header, in either language', () => {
  expect(widthOf({ title: '状态', width: 88 })).toBe(88)
  expect(widthOf({ title: 'Employee number', width: 88 })).toBeGreaterThan(15 * 7)
  expect(widthOf({ title: '最近登录时间', width: 64, sorter: true })).toBeGreaterThan(widthOf({ title: '最近登录时间', width: 64 }))
})

test('long text ends with an ellipsis, except in the column of row actions', () => {
  expect(columns.map(column => withLayout(column).ellipsis)).toEqual([true, true, true, false])
  expect(withLayout({ key: 'drag', width: 32 }).ellipsis).toBe(false)
  expect(withLayout({ key: 'note', title: '备注' })).toMatchObject({ minWidth: 120, ellipsis: true })
})
