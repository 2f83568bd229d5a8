import { type MenuNode, menus } from '@hufu/contract/permission/menu'
import { Button } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { nodeName } from '../../../pickers/node-names.ts'
import { showsStoredNames } from '../../../platform/language.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListTools } from '../../../ui/list/list-tools.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { StatusBatch } from '../../../ui/batch/status-batch.tsx'
import type { List } from '../../../ui/list/use-list.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { isMenuPageItself } from './branches.ts'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useMenuActs } from './use-menu-acts.ts'

const LEVEL_MAX = 500
export const NO_FILTERS = { name: '', type: '', status: '' }

interface Props {
  parent: MenuNode | undefined
  list: List<typeof NO_FILTERS, { parentId: string }>
  onEnter: (id: string) => void
  onEdit: (row: MenuNode) => void
  onAdd: () => void
}

/** The nodes directly below one: the list with its filters, switches and actions. */
export function MenuLevel({ parent, list, onEnter, onEdit, onAdd }: Props) {
  const query = { ...list.params, status: flagIn(list.params.status) }
  const rows = useRows(query)
  const selection = useSelection<MenuNode>(list.scope)
  const acts = useMenuActs(selection.clear)
  const menuPageItself = selection.rows.some(isMenuPageItself) ? text.menuPageItself : undefined
  return (
    <>
      <SearchBar {...list.search}>
        <TextFilter name="name" label={text.filters.name} />
        <ChoiceFilter name="type" label={text.filters.type} options={typeOptions} />
        <StatusFilter name="status" label={text.filters.status} />
      </SearchBar>
      <ListTools of={list.tools} onRefresh={() => void rows.refetch()} />
      <StatusBatch
        of={selection}
        calls={{ setStatus: menus.setStatuses, remove: menus.remove }}
        acts={acts}
        blocked={{ disable: menuPageItself, remove: menuPageItself }}
      />
      <DataTable<MenuNode>
        {...list.table}
        label={text.list(parent ? nodeName(parent) : text.all)}
        of={rows}
        columns={columnsOf({ ...acts, onEnter, onEdit })}
        rowName={nodeName}
        selection={selection}
        empty={{ title: text.none, hint: text.noneHint, action: <Button onClick={onAdd}>{text.addBelow}</Button> }}
      />
    </>
  )
}

type Query = Omit<List<typeof NO_FILTERS, { parentId: string }>['params'], 'status'> & { status: ReturnType<typeof flagIn> }

/** The server knows only stored names, so if others are displayed, the whole level is read and searched here. */
function useRows(query: Query) {
  const { name, current, size } = query
  const isHere = !showsStoredNames && name !== ''
  const rows = useCall(menus.page, { query: isHere ? { ...query, name: '', current: 1, size: LEVEL_MAX } : query, keepPrevious: true })
  if (!isHere || !rows.data) return rows
  const found = rows.data.records.filter(row => nodeName(row).toLowerCase().includes(name.toLowerCase()))
  return { ...rows, data: { records: found.slice((current - 1) * size, current * size), total: found.length } }
}

const typeOptions = [
  { value: '', label: text.filters.any },
  { value: 'menu', label: text.menu },
  { value: 'button', label: text.button },
]
