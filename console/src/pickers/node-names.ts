import type { MenuNode } from '@hufu/contract/permission/menu'

/** What a menu or a button is called: as the server says it. */
export const nodeName = ({ name }: Pick<MenuNode, 'type' | 'menu_uri' | 'mark' | 'name'>): string => name

export const namedNodes = (tree: readonly MenuNode[]): readonly MenuNode[] => tree

/** A name with those above it, as the server finds it. */
export const nodeWay = (path: string): string => path
