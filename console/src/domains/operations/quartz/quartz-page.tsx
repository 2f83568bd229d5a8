import { type JobCode, quartz, type Quartz } from '@hufu/contract/operations/quartz'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { showsStoredNames } from '../../../platform/language.ts'
import { shippedName } from '../shipped-names.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { usePollWhile } from '../../../ui/list/use-poll-while.ts'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useQuartzActs } from './use-quartz-acts.ts'
import './quartz.css'

const QuartzDialog = lazyComponent(() => import('./quartz-dialog.tsx'))
const LogDrawer = lazyComponent(() => import('./log-drawer.tsx'))

const NO_FILTERS = { name: '', jobCode: '', status: '' }

/** Scheduled jobs and their results. */
export default function QuartzPage() {
  const list = useList(NO_FILTERS)
  const { jobCode, status } = list.params
  const query = { ...list.params, jobCode: jobCode === '' ? undefined : (jobCode as JobCode), status: flagIn(status) }
  const rows = useCall(quartz.page, { query, keepPrevious: true })
  const jobs = useCall(quartz.listJob, { staleTime: Infinity })
  const editing = useDialog<Quartz>()
  const logs = useDialog<Quartz>()
  const acts = useQuartzActs()
  // Polls only while something is running, since endless polling would keep an idle session alive.
  usePollWhile(rows.data?.records.some(row => row.running) ?? false, rows.refetch)
  const types = (jobs.data ?? []).map(job => ({ value: job.jobCode as string, label: shippedName(job.name) }))
  return (
    <ListPage<Quartz>
      words={text}
      actions={
        <ActButton call={quartz.save} type="primary" onClick={() => editing.open()}>
          {text.add}
        </ActButton>
      }
      list={list}
      search={
        <SearchBar {...list.search}>
          {showsStoredNames && <TextFilter name="name" label={text.columns.name} />}
          <ChoiceFilter name="jobCode" label={text.columns.jobCode} options={[{ value: '', label: text.any }, ...types]} />
          <StatusFilter name="status" label={text.columns.status} />
        </SearchBar>
      }
      of={rows}
      columns={columnsOf({ types, onEdit: editing.open, onLogs: logs.open, ...acts })}
      rowName={row => shippedName(row.name)}
    >
      {editing.isOpen && <QuartzDialog row={editing.item} types={types} onClose={editing.close} />}
      {logs.isOpen && logs.item && <LogDrawer job={logs.item} onClose={logs.close} />}
    </ListPage>
  )
}
