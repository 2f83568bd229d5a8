import type { MenuNode } from '@hufu/contract/permission/menu'

/** What a menu or a button is called: as the server says it. */
export const nodeName = ({ name }: Pick<MenuNode, 'type' | 'menu_uri' | 'mark' | 'name'>): string => name

export const namedNodes = (tree: readonly MenuNode[]): readonly MenuNode[] => tree

/** A name with those above it, as the server finds it. */
export const nodeWay = (path: string): string => path

/** Whether the server looks through the names that are shown. */
export const isStoredName: boolean = true

/** Nodes found by a name the server does not know: here it knows all. */
export const foundHere = (_rows: readonly MenuNode[], _typed: string): readonly FoundNode[] => []

export interface FoundNode {
  id: string
  /** Where it stands in the tree: a button on its page. */
  place: string
  /** Its name with those above it. */
  way: string
}
