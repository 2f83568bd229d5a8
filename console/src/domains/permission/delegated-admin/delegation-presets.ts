import type { MenuNode } from '@hufu/contract/permission/menu'
import { type Entries, entriesOf } from '../../../pickers/rights/rights.ts'
import { text } from './text.ts'
import { type ShippedPreset, shippedPresets } from './shipped-presets.ts'

export interface Preset {
  key: string
  label: string
  ids: readonly string[]
  /** It is one branch of the tree. */
  isPart?: true
}
const words = text.editor
const HOME = '/wel/index'

/** The usual sets, everything, everything without buttons, and each branch of the tree. */
export function presetsOf(tree: readonly MenuNode[], entries: Entries = entriesOf(tree)): Preset[] {
  const all = [...entries.values()]
  const pages = pagesOf(tree)
  return [
    ...shippedPresets
      .map(set => ({ key: set.key, label: set.label, ids: idsOfSet(set, pages, entries) }))
      .filter(({ ids }) => ids.length > 0),
    { key: 'menus', label: words.menusOnly, ids: all.filter(entry => entry.kind === 'menu').map(entry => entry.id) },
    { key: 'all', label: words.everything, ids: all.map(entry => entry.id) },
    ...tree.map(({ id, name }) => ({ key: id, label: words.group(name), ids: [id, ...entries.get(id)!.below], isPart: true as const })),
  ]
}

/** The part of a set the user may grant; empty, so that the set is not offered, if that would be the home page only. */
function idsOfSet({ pages: wanted }: ShippedPreset, pages: readonly MenuNode[], entries: Entries): string[] {
  const sets = new Map<string, readonly string[]>(Object.entries(wanted))
  const found = pages.filter(page => sets.has(page.menu_uri))
  if (!found.some(page => page.menu_uri !== HOME)) return []
  return found.flatMap(page => [
    ...entries.get(page.id)!.above,
    page.id,
    ...page.buttons.filter(({ mark }) => mark !== null && sets.get(page.menu_uri)!.includes(mark)).map(button => button.id),
  ])
}

const pagesOf = (tree: readonly MenuNode[]): MenuNode[] => tree.flatMap(node => [node, ...pagesOf(node.children)])
