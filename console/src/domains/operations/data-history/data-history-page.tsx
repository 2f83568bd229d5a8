import { dataHistory, type DataHistory } from '@hufu/contract/operations/data-history'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { ListTools, useFold } from '../../../ui/list/list-tools.tsx'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { columnsOf, nameOf } from './columns.tsx'
import { type Filters, HistoryFilters, NO_FILTERS } from './filters.tsx'
import { text } from './text.ts'
import './data-history.css'

const HistoryDrawer = lazyComponent(() => import('./history-drawer.tsx'))

/** Every change of a watched record; those of one operation stand as one line until it is looked at. */
export default function DataHistoryPage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), ...NO_FILTERS })
  const { current, size, ...filters } = params
  const isCollapsed = filters.operationId === '' && filters.recordId === ''
  const rows = useCall(dataHistory.page, { query: queryOf(params, isCollapsed), keepPrevious: true })
  const opened = useDialog<string>()
  const fold = useFold()
  const narrow = (patch: Partial<Filters>) => setParams({ ...patch, current: 1 })
  /** One operation or one record whole, whenever it was. */
  const lookAt = (patch: Partial<Filters>) => {
    opened.close()
    narrow({ ...NO_FILTERS, ...patch })
  }
  return (
    <Page title={text.title} description={text.description}>
      <Card>
        <HistoryFilters filters={filters} hidden={fold.isFolded} onSearch={narrow} onReset={() => narrow(NO_FILTERS)} />
        <ListTools fold={fold} onRefresh={() => void rows.refetch()} />
        {rows.data?.isCapped && <p className="history-capped">{text.capped}</p>}
        <DataTable<DataHistory>
          label={text.list}
          of={rows}
          columns={columnsOf({ isCollapsed, onOpen: opened.open, onOperation: operationId => lookAt({ operationId }) })}
          paging={{ current, size }}
          onPage={setParams}
          rowName={nameOf}
          empty={{ title: text.none, hint: text.noneHint }}
          onClearFilters={list.isFiltered ? () => narrow(NO_FILTERS) : undefined}
        />
      </Card>
      {opened.item && <HistoryDrawer key={opened.item} id={opened.item} onOpen={opened.open} onLookAt={lookAt} onClose={opened.close} />}
    </Page>
  )
}

const queryOf = ({ operateType, ...rest }: Filters & { current: number; size: number }, collapsed: boolean) => ({
  ...rest,
  operateType: operateType === '' ? undefined : (operateType as DataHistory['operateType']),
  collapsed,
})
