import { type Stripe, stripe } from '@hufu/contract/directory/stripe'
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
import { columnsOf } from './stripe-columns.tsx'
import { useStripeActs } from './stripe-acts.ts'
import type { StripeTask } from './stripe-dialog.tsx'
import { text } from './text.ts'

const StripeDialog = lazyComponent(() => import('./stripe-dialog.tsx'))

const NO_FILTERS = { name: '', code: '', status: '', current: 1 }

/** The lines there are. */
export default function StripeListPage() {
  const [params, setParams, list] = useListParams({ ...NO_FILTERS, size: pageSize() })
  const { current, size, name, code, status } = params
  const query = { current, size, name, code, status: statusAsked(status) }
  const rows = useCall(stripe.page, { query, keepPrevious: true })
  const selection = useSelection<Stripe>(list.scope)
  const dialog = useDialog<StripeTask>()
  const acts = useStripeActs(selection.clear)
  const mayEnter = useMay()(stripe.tree)
  const notWhole = selection.rows.every(row => row.isWhole) ? undefined : text.notWhole
  const add = () => dialog.open({ kind: 'add' })
  return (
    <Page
      title={text.list.title}
      description={text.list.description}
      actions={
        <ActButton call={stripe.save} type="primary" onClick={add}>
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
          calls={stripe}
          onStatus={status => acts.setStatuses(selection.rows, status)}
          onRemove={() => acts.remove(selection.rows)}
          blocked={{ enable: notWhole, disable: notWhole, remove: notWhole }}
        />
        <DataTable<Stripe>
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
              <ActButton call={stripe.save} onClick={add}>
                {text.list.add}
              </ActButton>
            ),
          }}
          onClearFilters={list.isFiltered ? () => setParams(NO_FILTERS) : undefined}
        />
      </Card>
      {dialog.item && <StripeDialog task={dialog.item} onClose={dialog.close} />}
    </Page>
  )
}
