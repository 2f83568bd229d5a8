import { type MenuNode, menus } from '@hufu/contract/permission/menu'
import type { UseQueryResult } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { fetchData } from '../../../platform/calls.ts'
import { debounce } from '../../../platform/debounce.ts'
import { usePages } from '../../../platform/pages.ts'
import { nodeWay } from '../../../pickers/node-names.ts'
import { Failure, Skeleton } from '../../../ui/states.tsx'
import { TreeView } from '../../../ui/tree-view.tsx'
import { branchesOf, pathTo, TOP } from './branches.ts'
import { text } from './text.ts'

interface Props {
  of: UseQueryResult<{ records: MenuNode[] }>
  selected: string
  onSelect: (id: string) => void
}

export function MenuTree({ of, selected, onSelect }: Props) {
  const [opened, setOpened] = useState<string[]>([TOP])
  if (of.isError && !of.data) return <Failure error={of.error} onRetry={() => void of.refetch()} />
  if (!of.data) return <Skeleton lines={10} />
  const rows = of.data.records
  const show = (id: string) => {
    setOpened([...new Set([...opened, ...pathTo(rows, id)])])
    onSelect(id)
  }
  return (
    <>
      <FindMenu onFound={show} />
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

/** Finds menus and buttons of any level by a part of their name; a button shows the page it stands on. */
function FindMenu({ onFound }: { onFound: (id: string) => void }) {
  const [name, setName] = useState('')
  const [type] = useState(() => debounce((typed: string) => setName(typed.trim())))
  const found = usePages(menus.search, { query: { name }, enabled: name !== '' })
  const choose = async (id: string) => {
    const one = found.rows?.find(hit => hit.id === id)
    onFound(one?.type === 'button' ? (await fetchData(menus.byId, { query: { id } })).parentId : id)
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
      options={name === '' ? [] : (found.rows ?? []).map(({ id, path }) => ({ value: id, label: nodeWay(path), title: nodeWay(path) }))}
      onPopupScroll={found.onScroll}
      onSelect={id => void choose(id)}
    />
  )
}
