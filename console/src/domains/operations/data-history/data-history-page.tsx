import { dataHistory, type DataHistory } from '@hufu/contract/operations/data-history'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { columnsOf, nameOf } from './columns.tsx'
import { type Filters, HistoryFilters, NO_FILTERS } from './filters.tsx'
import { text } from './text.ts'
import './data-history.css'

const HistoryDrawer = lazyComponent(() => import('./history-drawer.tsx'))

/** All changes of watched records; those of one operation are collapsed into one row. */
export default function DataHistoryPage() {
  const list = useList(NO_FILTERS)
  const isCollapsed = list.filters.operationId === '' && list.filters.recordId === ''
  const rows = useCall(dataHistory.page, { query: queryOf(list.params, isCollapsed), keepPrevious: true })
  const opened = useDialog<string>()
  /** Shows one operation or one record in full, at any time. */
  const showOnly = (patch: Partial<Filters>) => {
    opened.close()
    list.narrow({ ...NO_FILTERS, ...patch })
  }
  return (
    <ListPage<DataHistory>
      words={text}
      list={list}
      search={<HistoryFilters {...list.search} />}
      tools={rows.data?.isCapped && <span className="list-note">{text.capped}</span>}
      of={rows}
      columns={columnsOf({ isCollapsed, onOpen: opened.open, onOperation: operationId => showOnly({ operationId }) })}
      rowName={nameOf}
    >
      {opened.item && <HistoryDrawer key={opened.item} id={opened.item} onOpen={opened.open} onNarrow={showOnly} onClose={opened.close} />}
    </ListPage>
  )
}

const queryOf = ({ operateType, ...rest }: Filters & { current: number; size: number }, collapsed: boolean) => ({
  ...rest,
  operateType: operateType === '' ? undefined : (operateType as DataHistory['operateType']),
  collapsed,
})
