import { keptNotice, type Notice } from '@hufu/contract/operations/kept-notice'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { ListHead, statusAsked, StatusFilter, TextFilter } from '../../../ui/list/list-head.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useNoticeActs } from './use-notice-acts.ts'

const NoticeDialog = lazyComponent(() => import('./notice-dialog.tsx'))
const NO_FILTERS = { title: '', status: '' }

/** The files everybody finds on the home page. */
export default function NoticePage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), ...NO_FILTERS })
  const rows = useCall(keptNotice.page, { query: { ...params, status: statusAsked(params.status) }, keepPrevious: true })
  const selection = useSelection<Notice>(list.scope)
  const dialog = useDialog<Notice>()
  const acts = useNoticeActs(selection.clear)
  const clear = () => setParams({ ...NO_FILTERS, current: 1 })
  const add = (
    <ActButton call={keptNotice.save} type="primary" onClick={() => dialog.open()}>
      {text.add}
    </ActButton>
  )
  return (
    <Page title={text.title} description={text.description} actions={add}>
      <Card>
        <ListHead
          values={{ title: params.title, status: params.status }}
          onSearch={typed => setParams({ ...typed, current: 1 })}
          onReset={clear}
          onRefresh={() => void rows.refetch()}
        >
          <TextFilter name="title" label={text.columns.title} />
          <StatusFilter name="status" label={text.columns.status} />
        </ListHead>
        <BatchBar of={selection}>
          <ActButton call={keptNotice.setStatus} size="small" onClick={() => acts.setStatuses(selection.ids, 1)}>
            {text.enable}
          </ActButton>
          <ActButton call={keptNotice.setStatus} size="small" onClick={() => acts.setStatuses(selection.ids, 0)}>
            {text.disable}
          </ActButton>
        </BatchBar>
        <DataTable<Notice>
          label={text.list}
          of={rows}
          columns={columnsOf({ ...acts, onEdit: dialog.open })}
          paging={params}
          onPage={setParams}
          rowName={row => row.title}
          selection={selection}
          empty={{ title: text.none, hint: text.noneHint, action: add }}
          onClearFilters={list.isFiltered ? clear : undefined}
        />
      </Card>
      {dialog.isOpen && <NoticeDialog row={dialog.item} onClose={dialog.close} />}
    </Page>
  )
}
