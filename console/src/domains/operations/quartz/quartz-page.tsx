import { type JobCode, quartz, type Quartz } from '@hufu/contract/operations/quartz'
import { useEffect } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { ListHead, statusAsked, StatusFilter, TextFilter } from '../../../ui/list/list-head.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { SearchField } from '../../../ui/list/search-bar.tsx'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useQuartzActs } from './use-quartz-acts.ts'
import './quartz.css'

const QuartzDialog = lazyComponent(() => import('./quartz-dialog.tsx'))
const LogDrawer = lazyComponent(() => import('./log-drawer.tsx'))

const NO_FILTERS = { name: '', jobCode: '', status: '' }
const LOOK_AGAIN_MS = 5000

/** What the system does by the clock, and what came of it. */
export default function QuartzPage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), ...NO_FILTERS })
  const { name, jobCode, status } = params
  const query = { ...params, jobCode: jobCode === '' ? undefined : (jobCode as JobCode), status: statusAsked(status) }
  const rows = useCall(quartz.page, { query, keepPrevious: true })
  const jobs = useCall(quartz.listJob, { staleTime: Infinity })
  const editing = useDialog<Quartz>()
  const logs = useDialog<Quartz>()
  const acts = useQuartzActs()
  useLooking(rows.refetch)
  const clear = () => setParams({ ...NO_FILTERS, current: 1 })
  const types = (jobs.data ?? []).map(job => ({ value: job.jobCode as string, label: job.name }))
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        <ActButton call={quartz.save} type="primary" onClick={() => editing.open()}>
          {text.add}
        </ActButton>
      }
    >
      <Card>
        <ListHead
          values={{ name, jobCode, status }}
          onSearch={typed => setParams({ ...typed, current: 1 })}
          onReset={clear}
          onRefresh={() => void rows.refetch()}
        >
          <TextFilter name="name" label={text.columns.name} />
          <SearchField name="jobCode" label={text.columns.jobCode}>
            <NativeSelect options={[{ value: '', label: text.any }, ...types]} />
          </SearchField>
          <StatusFilter name="status" label={text.columns.status} />
        </ListHead>
        <DataTable<Quartz>
          label={text.list}
          of={rows}
          columns={columnsOf({ types, onEdit: editing.open, onLogs: logs.open, ...acts })}
          paging={params}
          onPage={setParams}
          rowName={row => row.name}
          empty={{ title: text.none }}
          onClearFilters={list.isFiltered ? clear : undefined}
        />
      </Card>
      {editing.isOpen && <QuartzDialog row={editing.item} types={types} onClose={editing.close} />}
      {logs.isOpen && logs.item && <LogDrawer job={logs.item} onClose={logs.close} />}
    </Page>
  )
}

/** Runs come and go by themselves. */
function useLooking(refetch: () => unknown): void {
  useEffect(() => {
    const timer = setInterval(() => void refetch(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [refetch])
}
