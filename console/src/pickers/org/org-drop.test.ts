import type { OrgNode } from '@hufu/contract/directory/org'
import { expect, test } from 'vitest'
import { retryParentOf, branchesOf, isRow, nodesOf, type OrgBranch } from './org-branches.tsx'
import { dropOf, type OrgDrop } from './org-drop.ts'

const node = (id: string, parentId: string, hasChildren = false): OrgNode => ({
  id,
  parentId,
  name: id,
  code: id,
  status: 1,
  sortNum: 1,
  hasChildren,
  userCount: 0,
})
const again = () => undefined
// top > (a > a1), b, c
const levels = new Map([
  ['top', { nodes: [node('a', 'top', true), node('b', 'top'), node('c', 'top')], failed: false, again }],
  ['a', { nodes: [node('a1', 'a')], failed: false, again }],
])
const branches = branchesOf([node('top', '0', true)], levels, one => one.name)
const nodes = nodesOf(branches)
const branch = (id: string): OrgBranch => ({ ...branches[0]!, key: id, node: nodes.get(id)! })

/** Drops `dragged` into `at`, or into the gap before or behind it. */
function drop(dragged: string, at: string, where: 'into' | 'before' | 'behind', place = 0, topName?: string): OrgDrop | undefined {
  const drops: OrgDrop[] = []
  const dropPosition = place + { into: 0, before: -1, behind: 1 }[where]
  dropOf(
    { node: { ...branch(at), pos: `0-0-${place}` }, dragNode: branch(dragged), dropToGap: where !== 'into', dropPosition },
    nodes,
    one => drops.push(one),
    topName,
  )
  return drops[0]
}

test('a node dropped among its siblings gives their new order', () => {
  expect(drop('c', 'a', 'before', 0)).toMatchObject({ parentId: 'top', order: ['c', 'a', 'b'] })
  expect(drop('a', 'b', 'behind', 1)).toMatchObject({ parentId: 'top', order: ['b', 'a', 'c'] })
})

test('a node dropped into another, or beside the children of another, changes its parent and has no order', () => {
  expect(drop('c', 'b', 'into', 1)).toEqual({ node: nodes.get('c'), parentId: 'b', parentName: 'b' })
  expect(drop('c', 'a1', 'behind', 0)).toEqual({ node: nodes.get('c'), parentId: 'a', parentName: 'a' })
})

test('a drop into its own parent, on itself or beside the top changes nothing', () => {
  expect(drop('b', 'top', 'into')).toBeUndefined()
  expect(drop('b', 'b', 'behind', 1)).toBeUndefined()
  expect(drop('b', 'top', 'behind')).toBeUndefined()
})

test('X-STRIPE-13 where nodes may be beside the top, one dropped there moves to the top', () => {
  expect(drop('b', 'top', 'behind', 0, '顶层')).toEqual({ node: nodes.get('b'), parentId: '0', parentName: '顶层' })
})

test('every node has its level and its position among siblings', () => {
  const [, b] = branches[0]!.children!
  expect(b).toMatchObject({ 'aria-level': 2, 'aria-posinset': 2, 'aria-setsize': 3, isLeaf: true })
})

test('a level that is loading is shown as busy, and one that failed can be loaded again', () => {
  const waiting = branchesOf([node('x', '0', true)], new Map([['x', { nodes: undefined, failed: false, again }]]), one => one.name)
  expect(waiting[0]).toMatchObject({ 'aria-busy': true })
  const failed = branchesOf([node('x', '0', true)], new Map([['x', { nodes: undefined, failed: true, again }]]), one => one.name)
  const key = failed[0]!.children![0]!.key
  expect([isRow(key), retryParentOf(key)]).toEqual([false, 'x'])
  expect([...nodesOf(failed).keys()]).toEqual(['x'])
})
