import { named } from '@hufu/contract/text'
import { Checkbox } from 'antd'
import { OrgTree } from './org-tree.tsx'
import { text } from '../subject-text.ts'
import '../pickers.css'
import '../subject.css'

export interface OrgTarget {
  id: string
  name: string
}
interface Props {
  picked: readonly OrgTarget[]
  onPick: (picked: OrgTarget[]) => void
  below: boolean
  onBelow: (below: boolean) => void
}
const TREE_HEIGHT = 360

/** Organisations ticked in a tree, with or without those below. */
export function OrgTargets({ picked, onPick, below, onBelow }: Props) {
  const toggle = (id: string, name: string) =>
    onPick(picked.some(one => one.id === id) ? picked.filter(one => one.id !== id) : [...picked, { id, name }])
  return (
    <div className="org-targets">
      <OrgTree asking={{}} selected={picked.at(-1)?.id} onSelect={toggle} height={TREE_HEIGHT} />
      <output className="org-picked">{picked.length > 0 ? named.listed(picked.map(one => one.name)) : text.orgHint}</output>
      <Checkbox checked={below} onChange={event => onBelow(event.target.checked)}>
        {text.below}
      </Checkbox>
    </div>
  )
}
