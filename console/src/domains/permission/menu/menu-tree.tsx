import { type MenuNode, menus } from '@hufu/contract/permission/menu'
import { Select } from 'antd'
import { useState } from 'react'
import { fetchData } from '../../../platform/calls.ts'
import { debounce } from '../../../platform/debounce.ts'
import { usePages, type AllPages } from '../../../platform/pages.ts'
import { findNodes, nodePath } from '../../../pickers/node-names.ts'
import { Missing } from '../../../ui/states.tsx'
import { TreeView } from '../../../ui/tree-view.tsx'
import { branchesOf, pathTo, TOP } from './branches.ts'
import { text } from './text.ts'

interface Props {
  of: AllPages<MenuNode>
  selected: string
  onSelect: (id: string) => void
}

export function MenuTree({ of, selected, onSelect }: Props) {
  const [opened, setOpened] = useState<string[]>([TOP])
  if (!of.data) return <Missing of={of} lines={10} />
  const rows = of.data.records
  const show = (id: string) => {
    setOpened([...new Set([...opened, ...pathTo(rows, id)])])
    onSelect(id)
  }
  return (
    <>
      <FindMenu rows={rows} onFound={show} />
      <TreeView
        label={text.tree}
        branches={branchesOf(rows)}
        selected={selected}
        onSelect={onSelect}
        expanded={[...new Set([...opened, ...(opened.length === 1 ? pathTo(rows, selected) : [])])]}
        onExpand={setOpened}
      />
    </>
  )
}

/** Finds menus and buttons of any level by a part of their name; choosing a button selects the page it is on. */
function FindMenu({ rows, onFound }: { rows: readonly MenuNode[]; onFound: (id: string) => void }) {
  const [name, setName] = useState('')
  const [type] = useState(() => debounce((typed: string) => setName(typed.trim())))
  const found = usePages(menus.search, { query: { name }, enabled: name !== '' })
  const here = name === '' ? [] : findNodes(rows, name)
  const others = name === '' ? [] : (found.rows ?? []).filter(({ id }) => here.every(one => one.id !== id))
  const places = [...here, ...others.map(({ id, path }) => ({ id, path: nodePath(path) }))]
  const choose = async (id: string) => {
    const place = here.find(hit => hit.id === id)?.place
    const one = found.rows?.find(hit => hit.id === id)
    onFound(place ?? (one?.type === 'button' ? (await fetchData(menus.byId, { query: { id } })).parentId : id))
  }
  return (
    <Select<string>
      className="menu-find"
      popupMatchSelectWidth={360}
      showSearch={{ filterOption: false, onSearch: type }}
      value={null}
      placeholder={text.find}
      aria-label={text.find}
      suffixIcon={null}
      notFoundContent={name === '' ? null : text.findNothing}
      options={places.map(({ id, path }) => ({ value: id, label: path, title: path }))}
      onPopupScroll={found.onScroll}
      onSelect={id => void choose(id)}
    />
  )
}
