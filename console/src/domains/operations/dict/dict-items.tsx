import { dict, type DictItem, type DictType } from '@hufu/contract/operations/dict'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { StatusBatch } from '../../../ui/batch/status-batch.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { DragRows } from '../../../ui/list/drag-rows.tsx'
import { statusAsked, StatusFilter, TextFilter } from '../../../ui/list/list-head.tsx'
import { ListTools, useFold } from '../../../ui/list/list-tools.tsx'
import { SearchBar } from '../../../ui/list/search-bar.tsx'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useDictActs } from './use-dict-acts.ts'

const ItemDialog = lazyComponent(() => import('./item-dialog.tsx'))
export const NO_FILTERS = { name: '', code: '', status: '' }

type Params = typeof NO_FILTERS & { current: number; size: number }
interface Props {
  type: DictType
  params: Params
  setParams: (patch: Partial<Params>) => void
  list: { scope: string }
}

/** The items of one type, in their order. */
export function DictItems({ type, params, setParams, list }: Props) {
  const { current, size, name, code, status } = params
  const isFiltered = name !== '' || code !== '' || status !== ''
  const query = { current, size, type: type.type, name, code, status: statusAsked(status) }
  const rows = useCall(dict.page, { query, keepPrevious: true })
  const selection = useSelection<DictItem>(list.scope)
  const dialog = useDialog<DictItem>()
  const acts = useDictActs(type.type, selection.clear)
  const clear = () => setParams({ ...NO_FILTERS, current: 1 })
  const isFree = type.locked === 0
  const fold = useFold()
  const ids = rows.data?.records.map(row => row.id) ?? []
  const move = async (row: DictItem, step: -1 | 1) => {
    const at = ids.indexOf(row.id)
    if (ids[at + step] === undefined) return
    const rest = ids.filter(id => id !== row.id)
    rest.splice(at + step, 0, row.id)
    await acts.putInOrder(rest)
  }
  const add = isFree && (
    <ActButton call={dict.save} type="primary" onClick={() => dialog.open()}>
      {text.addItem}
    </ActButton>
  )
  const table = (
    <DataTable<DictItem>
      label={text.items(type.name)}
      of={rows}
      columns={columnsOf({ ...acts, isSortable: !isFiltered, onEdit: dialog.open, onMove: (row, step) => void move(row, step) })}
      paging={{ current, size }}
      onPage={setParams}
      rowName={row => row.name}
      {...(isFree && { selection })}
      empty={{ title: text.noItems, hint: text.noItemsHint, action: add }}
      onClearFilters={isFiltered ? clear : undefined}
    />
  )
  return (
    <>
      <SearchBar
        values={{ name, code, status }}
        onSearch={typed => setParams({ ...typed, current: 1 })}
        onReset={clear}
        hidden={fold.isFolded}
      >
        <TextFilter name="name" label={text.columns.name} />
        <TextFilter name="code" label={text.columns.code} />
        <StatusFilter name="status" label={text.columns.status} />
      </SearchBar>
      <ListTools fold={fold} onRefresh={() => void rows.refetch()}>
        {add}
      </ListTools>
      {isFree && (
        <StatusBatch
          of={selection}
          calls={dict}
          onStatus={to => acts.setStatuses(selection.ids, to)}
          onRemove={() => acts.removeMany(selection.ids)}
        />
      )}
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
