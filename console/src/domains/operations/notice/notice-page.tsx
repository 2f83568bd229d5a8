import { keptNotice, type Notice } from '@hufu/contract/operations/kept-notice'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { DragRows } from '../../../ui/list/drag-rows.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListTools } from '../../../ui/list/list-tools.tsx'
import { moved } from '../../../ui/list/row-grip.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { Card, Page, PageCount } from '../../../ui/page.tsx'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useNoticeActs } from './use-notice-acts.ts'

const NoticeDialog = lazyComponent(() => import('./notice-dialog.tsx'))
const NO_FILTERS = { title: '', status: '' }

/** The files on everybody's home page. */
export default function NoticePage() {
  const list = useList(NO_FILTERS)
  const rows = useCall(keptNotice.page, { query: { ...list.params, status: flagIn(list.params.status) }, keepPrevious: true })
  const selection = useSelection<Notice>(list.scope)
  const dialog = useDialog<Notice>()
  const acts = useNoticeActs(selection.clear)
  const ids = rows.data?.records.map(row => row.id) ?? []
  const move = async (row: Notice, step: -1 | 1) => {
    const order = moved(ids, row.id, step)
    if (order) await acts.putInOrder(order)
  }
  const table = (
    <DataTable<Notice>
      {...list.table}
      label={text.list}
      of={rows}
      columns={columnsOf({ ...acts, isSortable: !list.isFiltered, onMove: (row, step) => void move(row, step), onEdit: dialog.open })}
      rowName={row => row.title}
      selection={selection}
      empty={{ title: text.none, hint: text.noneHint, action: <Add onAdd={() => dialog.open()} /> }}
    />
  )
  return (
    <Page title={text.title} description={text.description} actions={<Add onAdd={() => dialog.open()} />}>
      <PageCount of={rows.data} />
      <Card>
        <SearchBar {...list.search}>
          <TextFilter name="title" label={text.columns.title} />
          <StatusFilter name="status" label={text.columns.status} />
        </SearchBar>
        <ListTools of={list.tools} onRefresh={() => void rows.refetch()} />
        <BatchBar of={selection}>
          <ActButton call={keptNotice.setStatus} size="small" onClick={() => acts.setStatuses(selection.rows, 1)}>
            {text.enable}
          </ActButton>
          <ActButton call={keptNotice.setStatus} size="small" onClick={() => acts.setStatuses(selection.rows, 0)}>
            {text.disable}
          </ActButton>
        </BatchBar>
        {list.isFiltered ? (
          table
        ) : (
          <DragRows ids={ids} onOrder={order => void acts.putInOrder(order)}>
            {table}
          </DragRows>
        )}
      </Card>
      {dialog.isOpen && <NoticeDialog row={dialog.item} onClose={dialog.close} />}
    </Page>
  )
}

function Add({ onAdd }: { onAdd: () => void }) {
  return (
    <ActButton call={keptNotice.save} type="primary" onClick={onAdd}>
      {text.add}
    </ActButton>
  )
}
