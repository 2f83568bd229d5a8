import type { MenuNode } from '@hufu/contract/permission/menu'
import { type Entries, entriesOf } from '../../../pickers/rights.ts'
import { text } from './text.ts'

export interface Preset {
  key: string
  label: string
  ids: readonly string[]
}
const words = text.editor

/** Everything, everything but the buttons, and each part of the tree by itself. */
export function presetsOf(tree: readonly MenuNode[], entries: Entries = entriesOf(tree)): Preset[] {
  const all = [...entries.values()]
  return [
    { key: 'all', label: words.everything, ids: all.map(entry => entry.id) },
    { key: 'menus', label: words.menusOnly, ids: all.filter(entry => entry.kind === 'menu').map(entry => entry.id) },
    ...tree.map(({ id, name }) => ({ key: id, label: words.group(name), ids: [id, ...entries.get(id)!.below] })),
  ]
}
