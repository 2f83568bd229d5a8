import { type BusinessLine, businessLine } from '@hufu/contract/directory/business-line'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { ListHead, statusAsked, StatusFilter, TextFilter } from '../../../ui/list/list-head.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { StatusBatch } from '../../../ui/batch/status-batch.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { columnsOf } from './business-line-columns.tsx'
import { useBusinessLineActs } from './business-line-acts.ts'
import type { BusinessLineTask } from './business-line-dialog.tsx'
import { text } from './text.ts'

const BusinessLineDialog = lazyComponent(() => import('./business-line-dialog.tsx'))

const NO_FILTERS = { name: '', code: '', status: '', current: 1 }

/** The lines there are. */
export default function BusinessLineListPage() {
  const [params, setParams, list] = useListParams({ ...NO_FILTERS, size: pageSize() })
  const { current, size, name, code, status } = params
  const query = { current, size, name, code, status: statusAsked(status) }
  const rows = useCall(businessLine.page, { query, keepPrevious: true })
  const selection = useSelection<BusinessLine>(list.scope)
  const dialog = useDialog<BusinessLineTask>()
  const acts = useBusinessLineActs(selection.clear)
  const mayEnter = useMay()(businessLine.tree)
  const notWhole = selection.rows.every(row => row.isWhole) ? undefined : text.notWhole
  const add = () => dialog.open({ kind: 'add' })
  return (
    <Page
      title={text.list.title}
      description={text.list.description}
      actions={
        <ActButton call={businessLine.save} type="primary" onClick={add}>
          {text.list.add}
        </ActButton>
      }
    >
      <Card>
        <ListHead
          values={{ name, code, status }}
          onSearch={typed => setParams({ ...typed, current: 1 })}
          onReset={() => setParams(NO_FILTERS)}
          onRefresh={() => void rows.refetch()}
        >
          <TextFilter name="name" label={text.filters.name} />
          <TextFilter name="code" label={text.filters.code} />
          <StatusFilter name="status" label={text.filters.status} />
        </ListHead>
        <StatusBatch
          of={selection}
          calls={businessLine}
          onStatus={status => acts.setStatuses(selection.rows, status)}
          onRemove={() => acts.remove(selection.rows)}
          blocked={{ enable: notWhole, disable: notWhole, remove: notWhole }}
        />
        <DataTable<BusinessLine>
          label={text.list.label}
          of={rows}
          columns={columnsOf({ acts, mayEnter, open: dialog.open })}
          paging={params}
          onPage={setParams}
          rowName={row => row.name}
          selection={selection}
          empty={{
            title: text.list.none,
            hint: text.list.noneHint,
            action: (
              <ActButton call={businessLine.save} onClick={add}>
                {text.list.add}
              </ActButton>
            ),
          }}
          onClearFilters={list.isFiltered ? () => setParams(NO_FILTERS) : undefined}
        />
      </Card>
      {dialog.item && <BusinessLineDialog task={dialog.item} onClose={dialog.close} />}
    </Page>
  )
}
