import { expect, test } from 'vitest'
import { newRow } from '../../../ui/batch/batch-rows.ts'
import { type StoredOrg, parentRow, withStoredParents, saveBranches } from './branches.ts'

const row = (name: string, depth: number) => newRow({ name, code: name.toUpperCase() }, depth)
const NO_HOMES = new Map<number, StoredOrg>()

/** A server that numbers what it stores and refuses the given names. */
function server(...refused: string[]) {
  const stored: string[] = []
  return {
    stored,
    save: async (parentId: string, list: Record<string, string>[]) => {
      const errors = list.flatMap(({ name }, index) =>
        refused.includes(name!) ? [{ row: index + 1, field: 'code', message: '编码已存在' }] : [],
      )
      for (const { name } of list) if (!refused.includes(name!)) stored.push(`${parentId}/${name}`)
      return { code: 'success', message: '', data: { success: list.length - errors.length, fail: errors.length, errors } }
    },
    children: async (parentId: string) =>
      stored
        .filter(path => path.slice(0, path.lastIndexOf('/')) === parentId)
        .map(path => ({ id: path, code: path.split('/').at(-1)!.toUpperCase() })),
  }
}

test('the parent of a row is the last less indented row above it; a blank row is never a parent', () => {
  const rows = [row('a', 0), row('b', 1), newRow({}, 1), row('c', 2), row('d', 1), row('e', 0)]
  expect(rows.map(one => parentRow(one, rows)?.cells.name)).toEqual([undefined, 'a', 'a', 'b', 'a', undefined])
})

test('ROUTE-47 a branch is stored level by level, each row below the organisation stored for its parent row', async () => {
  const rows = [row('a', 0), row('b', 1), row('c', 2), row('d', 1), row('e', 0)]
  const { stored, ...actions } = server()
  const { answer } = await saveBranches(rows, { rows, topId: 'top', storedParents: NO_HOMES, ...actions })
  expect(stored).toEqual(['top/a', 'top/e', 'top/a/b', 'top/a/d', 'top/a/b/c'])
  expect(answer.data).toEqual({ success: 5, fail: 0, errors: [] })
})

test('rows whose parent could not be stored stay below it; rows that failed below a stored organisation keep it as parent', async () => {
  const rows = [row('x', 0), row('y', 1), row('a', 0), row('b', 1), row('c', 2)]
  const { stored, ...actions } = server('x', 'b')
  const { answer, created } = await saveBranches(rows, { rows, topId: 'top', storedParents: NO_HOMES, ...actions })
  expect(stored).toEqual(['top/a'])
  expect(answer.data).toEqual({
    success: 1,
    fail: 4,
    errors: [
      { row: 1, field: 'code', message: '编码已存在' },
      { row: 2, field: '', message: '上级行尚未保存' },
      { row: 4, field: 'code', message: '编码已存在' },
      { row: 5, field: '', message: '上级行尚未保存' },
    ],
  })
  const { rows: left, storedParents } = withStoredParents(rows, NO_HOMES, created)
  expect(left.map(({ depth }) => depth)).toEqual([0, 1, 0, 0, 1])
  expect(storedParents.get(rows[3]!.key)).toEqual({ id: 'top/a', name: 'a' })
  const again = server()
  const rest = left.filter(({ key }) => key !== rows[2]!.key)
  await saveBranches(rest, { rows: rest, topId: 'top', storedParents, ...again })
  expect(again.stored).toEqual(['top/x', 'top/a/b', 'top/x/y', 'top/a/b/c'])
})
