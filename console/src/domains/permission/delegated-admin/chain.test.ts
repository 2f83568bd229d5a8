import type { DelegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { expect, test } from 'vitest'
import { chainOf, type Link } from './chain.ts'

const row = (id: string, sourceId: string | null) => ({ id, sourceId }) as DelegatedAdmin
const outline = (links: readonly Link[]): unknown[] =>
  links.map(({ row: { id }, below, isCut }) => [isCut ? `…${id}` : id, ...outline(below)])

test('delegations form a tree by their source, whatever the order of rows; those with an unknown source are at the top', () => {
  expect(outline(chainOf([row('c', 'b'), row('a', null), row('b', 'a'), row('e', 'gone'), row('d', 'a'), row('f', 'e')]))).toEqual([
    ['a', ['b', ['c']], ['d']],
    ['…e', ['f']],
  ])
  expect(chainOf([])).toEqual([])
})
