import { expect, test } from 'vitest'
import { changesBetween } from './compare.ts'
import { flowOf, newStep } from './draft.ts'

const step = (id: string, more = {}) => ({ ...newStep(id, id.toUpperCase()), approverIds: ['1'], ...more })
const flow = (...steps: ReturnType<typeof step>[]) => flowOf({ nodes: [] }, steps)

test('X-WORKFLOW-11 a version lists what it added, removed, moved and changed, and nothing else', () => {
  const before = flow(step('a'), step('b'), step('c'))
  expect(changesBetween(before, before)).toEqual([])
  expect(changesBetween(before, flow(step('a'), step('c')))).toEqual(['删除步骤“B”'])
  expect(changesBetween(before, flow(step('a'), step('x'), step('b'), step('c')))).toEqual(['新增步骤“X”'])
  expect(changesBetween(before, flow(step('c'), step('a'), step('b')))).toEqual(['“C”移到第 1 步'])
  expect(changesBetween(before, flow(step('a', { mode: 'all', name: '甲' }), step('b'), step('c')))).toEqual(['“甲”修改了名称、审核方式'])
})

test('X-WORKFLOW-11 a missing field means the same as its default', () => {
  const { mode: _mode, ifNobody: _ifNobody, ...bare } = step('a')
  expect(changesBetween(flow(step('a')), flow(bare as ReturnType<typeof step>))).toEqual([])
  const [one, other] = [
    { operateTypes: ['delete'], orgIds: ['1'] },
    { orgIds: ['1'], operateTypes: ['delete'] },
  ]
  expect(changesBetween(flow(step('a', { when: one })), flow(step('a', { when: other })))).toEqual([])
})
