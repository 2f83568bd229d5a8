import { isDevops } from '@hufu/contract/screens'
import type { MenuRow } from '../../../platform/access/menu-nodes.ts'

type Node = Pick<MenuRow, 'id' | 'parentId' | 'menuUri'>

/** The node and those above it, nearest first. */
function pathOf<T extends Node>(node: T, byId: ReadonlyMap<string, T>): T[] {
  const found: T[] = []
  for (let at: T | undefined = node; at && !found.includes(at); at = byId.get(at.parentId)) found.push(at)
  return found
}

/** The nodes a role can be granted: all outside devops (O-66). */
export function grantable<T extends Node>(all: readonly T[]): T[] {
  const byId = new Map(all.map(node => [node.id, node]))
  return all.filter(node => !pathOf(node, byId).some(one => isDevops(one.menuUri)))
}

export function withAncestors(ids: readonly string[], byId: ReadonlyMap<string, Node>): string[] {
  const nodes = ids.flatMap(id => byId.get(id) ?? [])
  return [...new Set(nodes.flatMap(node => pathOf(node, byId).map(one => one.id)))]
}
