import { type Stripe, stripe } from '@hufu/contract/stripe'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { lazy, Suspense } from 'react'
import { useCall } from '../../kernel/calls.ts'
import { BatchBar } from '../../parts/batch-bar.tsx'
import { Choice } from '../../parts/choice.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { pageSize } from '../../parts/list-params.ts'
import { ListTools, useFold } from '../../parts/list-tools.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { useMay } from '../../parts/permitted.ts'
import { SearchBar, SearchField } from '../../parts/search-bar.tsx'
import { useDialog } from '../../parts/use-dialog.ts'
import { useListParams } from '../../parts/use-list-params.ts'
import { useSelection } from '../../parts/use-selection.ts'
import { columnsOf } from './stripe-columns.tsx'
import { type StripeActs, useStripeActs } from './stripe-acts.ts'
import type { StripeTask } from './stripe-dialog.tsx'
import { text } from './text.ts'

const StripeDialog = lazy(() => import('./stripe-dialog.tsx'))

const NO_FILTERS = { name: '', code: '', status: '', current: 1 }

/** The lines there are. */
export default function StripeListPage() {
  const [params, setParams, list] = useListParams({ ...NO_FILTERS, size: pageSize() })
  const { current, size, name, code, status } = params
  const query = { current, size, name, code, ...(status !== '' && { status: Number(status) as 0 | 1 }) }
  const rows = useCall(stripe.page, { query, keepPrevious: true })
  const selection = useSelection<Stripe>(list.scope)
  const dialog = useDialog<StripeTask>()
  const acts = useStripeActs(selection.clear)
  const fold = useFold()
  const mayEnter = useMay()(stripe.tree)
  const add = () => dialog.open({ kind: 'add' })
  return (
    <Page
      title={text.list.title}
      description={text.list.description}
      actions={
        <Button type="primary" onClick={add}>
          {text.list.add}
        </Button>
      }
    >
      <Card>
        <SearchBar
          values={{ name, code, status }}
          onSearch={typed => setParams({ ...typed, current: 1 })}
          onReset={() => setParams(NO_FILTERS)}
          hidden={fold.isFolded}
        >
          <SearchField name="name" label={text.filters.name}>
            <Input maxLength={50} allowClear />
          </SearchField>
          <SearchField name="code" label={text.filters.code}>
            <Input maxLength={50} allowClear />
          </SearchField>
          <SearchField name="status" label={text.filters.status}>
            <Choice options={statuses} />
          </SearchField>
        </SearchBar>
        <ListTools fold={fold} onRefresh={() => void rows.refetch()} />
        <BatchBar of={selection}>
          <BatchActs rows={selection.rows} acts={acts} />
        </BatchBar>
        <DataTable<Stripe>
          label={text.list.label}
          of={rows}
          columns={columnsOf({ acts, mayEnter, open: dialog.open })}
          paging={params}
          onPage={setParams}
          rowName={row => row.name}
          selection={selection}
          empty={{ title: text.list.none, hint: text.list.noneHint, action: <Button onClick={add}>{text.list.add}</Button> }}
          onClearFilters={list.isFiltered ? () => setParams(NO_FILTERS) : undefined}
        />
      </Card>
      {dialog.item && (
        <Suspense>
          <StripeDialog task={dialog.item} onClose={dialog.close} />
        </Suspense>
      )}
    </Page>
  )
}

function BatchActs({ rows, acts }: { rows: readonly Stripe[]; acts: StripeActs }) {
  const blocked = rows.every(row => row.isWhole) ? {} : { disabled: true, title: text.notWhole }
  return (
    <>
      <Button size="small" {...blocked} onClick={() => acts.setStatuses(rows, 1)}>
        {text.enable}
      </Button>
      <Button size="small" {...blocked} onClick={() => acts.setStatuses(rows, 0)}>
        {text.disable}
      </Button>
      <Button size="small" danger {...blocked} onClick={() => acts.remove(rows)}>
        {text.remove}
      </Button>
    </>
  )
}

const statuses = [
  { value: '', label: text.filters.any },
  { value: '1', label: text.enabled },
  { value: '0', label: text.disabled },
]
