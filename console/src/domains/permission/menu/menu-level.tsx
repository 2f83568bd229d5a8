import { type MenuNode, menus } from '@hufu/contract/permission/menu'
import { Button } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { ListHead, statusAsked, StatusFilter, TextFilter } from '../../../ui/list/list-head.tsx'
import { SearchField } from '../../../ui/list/search-bar.tsx'
import { StatusBatch } from '../../../ui/batch/status-batch.tsx'
import type { ListState } from '../../../ui/list/use-list-params.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { isOwnGround } from './branches.ts'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useMenuActs } from './use-menu-acts.ts'

interface Params {
  current: number
  size: number
  parentId: string
  name: string
  type: string
  status: string
}
interface Props {
  parent: MenuNode | undefined
  params: Params
  setParams: (patch: Partial<Params>) => void
  list: ListState
  onEnter: (id: string) => void
  onEdit: (row: MenuNode) => void
  onAdd: () => void
}

/** What stands directly below one node: the list with its filters, switches and acts. */
export function MenuLevel({ parent, params, setParams, list, onEnter, onEdit, onAdd }: Props) {
  const query = { ...params, status: statusAsked(params.status) }
  const rows = useCall(menus.page, { query, keepPrevious: true })
  const selection = useSelection<MenuNode>(list.scope)
  const acts = useMenuActs(selection.clear)
  const { name, type, status } = params
  const isNarrowed = name !== '' || type !== '' || status !== ''
  const clear = () => setParams({ name: '', type: '', status: '', current: 1 })
  const ownGround = selection.rows.some(isOwnGround) ? text.ownGround : undefined
  return (
    <>
      <ListHead
        values={{ name, type, status }}
        onSearch={typed => setParams({ ...typed, current: 1 })}
        onReset={clear}
        onRefresh={() => void rows.refetch()}
      >
        <TextFilter name="name" label={text.filters.name} />
        <SearchField name="type" label={text.filters.type}>
          <NativeSelect options={typeOptions} />
        </SearchField>
        <StatusFilter name="status" label={text.filters.status} />
      </ListHead>
      <StatusBatch
        of={selection}
        calls={{ setStatus: menus.setStatuses, remove: menus.remove }}
        onStatus={status => acts.setStatuses(selection.ids, status)}
        onRemove={() => acts.removeMany(selection.ids)}
        blocked={{ disable: ownGround, remove: ownGround }}
      />
      <DataTable<MenuNode>
        label={text.list(parent?.name ?? text.all)}
        of={rows}
        columns={columnsOf({ ...acts, onEnter, onEdit })}
        paging={params}
        onPage={setParams}
        rowName={row => row.name}
        selection={selection}
        empty={{ title: text.none, hint: text.noneHint, action: <Button onClick={onAdd}>{text.addBelow}</Button> }}
        onClearFilters={isNarrowed ? clear : undefined}
      />
    </>
  )
}

const typeOptions = [
  { value: '', label: text.filters.any },
  { value: 'menu', label: text.menu },
  { value: 'button', label: text.button },
]
