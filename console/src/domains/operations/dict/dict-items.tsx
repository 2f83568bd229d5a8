import { dict, type DictItem, type DictType } from '@hufu/contract/operations/dict'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { StatusBatch } from '../../../ui/batch/status-batch.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { DragRows } from '../../../ui/list/drag-rows.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListTools } from '../../../ui/list/list-tools.tsx'
import { moved } from '../../../ui/list/row-grip.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import type { List } from '../../../ui/list/use-list.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useDictActs } from './use-dict-acts.ts'

const ItemDialog = lazyComponent(() => import('./item-dialog.tsx'))
export const NO_FILTERS = { name: '', code: '', status: '' }
export const OTHER_PARAMS = { type: '', find: '', typePage: 1 }

interface Props {
  type: DictType
  list: List<typeof NO_FILTERS, typeof OTHER_PARAMS>
}

/** The items of one type, in their order. */
export function DictItems({ type, list }: Props) {
  const { isFiltered, filters } = list
  const query = { ...list.paging, ...filters, type: type.type, status: flagIn(filters.status) }
  const rows = useCall(dict.page, { query, keepPrevious: true })
  const selection = useSelection<DictItem>(list.scope)
  const dialog = useDialog<DictItem>()
  const acts = useDictActs(type.type, selection.clear)
  const isFree = type.locked === 0
  const ids = rows.data?.records.map(row => row.id) ?? []
  const move = async (row: DictItem, step: -1 | 1) => {
    const order = moved(ids, row.id, step)
    if (order) await acts.putInOrder(order)
  }
  const add = isFree && (
    <ActButton call={dict.save} type="primary" onClick={() => dialog.open()}>
      {text.addItem}
    </ActButton>
  )
  const table = (
    <DataTable<DictItem>
      {...list.table}
      label={text.items(type.name)}
      of={rows}
      columns={columnsOf({ ...acts, isSortable: !isFiltered, onEdit: dialog.open, onMove: (row, step) => void move(row, step) })}
      rowName={row => row.name}
      {...(isFree && { selection })}
      empty={{ title: text.noItems, hint: text.noItemsHint, action: add }}
    />
  )
  return (
    <>
      <SearchBar {...list.search}>
        <TextFilter name="name" label={text.columns.name} />
        <TextFilter name="code" label={text.columns.code} />
        <StatusFilter name="status" label={text.columns.status} />
      </SearchBar>
      <ListTools of={list.tools} onRefresh={() => void rows.refetch()}>
        {add}
      </ListTools>
      {isFree && <StatusBatch of={selection} calls={dict} acts={acts} />}
      {isFiltered ? (
        table
      ) : (
        <DragRows ids={ids} onOrder={order => void acts.putInOrder(order)}>
          {table}
        </DragRows>
      )}
      {dialog.isOpen && <ItemDialog type={type} row={dialog.item} onClose={dialog.close} />}
    </>
  )
}
