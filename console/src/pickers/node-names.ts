import type { MenuNode } from '@hufu/contract/permission/menu'

/** The displayed name of a menu or button: that of the server. */
export const nodeName = ({ name }: Pick<MenuNode, 'type' | 'menu_uri' | 'mark' | 'name'>): string => name

export const namedNodes = (tree: readonly MenuNode[]): readonly MenuNode[] => tree

/** A name with those above it, as the server returns it. */
export const nodePath = (path: string): string => path

/** Nodes found by names the server does not know: none here. */
export const findNodes = (_rows: readonly MenuNode[], _typed: string): readonly FoundNode[] => []

export interface FoundNode {
  id: string
  /** Its place in the tree: a button on its page. */
  place: string
  /** Its name with those above it. */
  path: string
}
