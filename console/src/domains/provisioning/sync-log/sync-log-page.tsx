import { syncLog, type SyncLogBrief, syncObjects, syncOperates } from '@hufu/contract/provisioning/sync-log'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAction, useCall } from '../../../platform/calls.ts'
import { ok } from '../../../platform/client.ts'
import { inBackground } from '../../../platform/error-log.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { DateRangeField } from '../../../ui/list/search/date-range.tsx'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { SheetButton } from '../../../ui/list/sheet-button.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { useMay, useMayOpen } from '../../../ui/permitted.ts'
import { columnsOf } from './columns.tsx'
import Failures from './failures.tsx'
import { text } from './text.ts'
import './sync-log.css'

const LogDrawer = lazyComponent(() => import('./log-drawer.tsx'))
const TaskDialog = lazyComponent(async () => ({ default: (await import('../../../ui/dialog/task-dialog.tsx')).TaskDialog }))

const TYPED = { syncId: '', appId: '', objectType: '', operateType: '', result: '', name: '', beginTime: '', endTime: '' }
const NO_FILTERS = { ...TYPED, runId: '', objectId: '', message: '' }
export type Filters = typeof NO_FILTERS
const words = text.fields

/** What synchronisation and pushes did with each object; failed rows can be retried. */
export default function SyncLogPage() {
  const list = useList(NO_FILTERS)
  const filter = filterQuery(list.filters)
  const rows = useCall(syncLog.page, { query: { ...list.paging, ...filter }, keepPrevious: true })
  const sources = useCall(syncLog.listSource)
  const selection = useSelection<SyncLogBrief>(list.scope)
  const opened = useDialog<string>()
  const [taskId, setTaskId] = useState<string>()
  const exporting = useAction(syncLog.exportExcel)
  const retrying = useAction(syncLog.retry)
  const mayRetry = useMay()(syncLog.retry)
  const retry = async (ids: string[]) => {
    const answer = await retrying.run({ body: { ids } })
    if (ok(answer)) setTaskId(answer.data)
  }
  const askRetry = (ids: string[]) => confirmAct({ title: text.retrying, content: text.retryAsk(ids.length), run: () => retry(ids) })
  const showOnly = (patch: Partial<Filters>) => {
    opened.close()
    list.narrow({ ...NO_FILTERS, ...patch })
  }
  const afterRetry = () => {
    setTaskId(undefined)
    selection.clear()
    inBackground(rows.refetch())
  }
  const sheet = (
    <SheetButton
      call={syncLog.exportExcel}
      title={text.exporting}
      start={uuid => exporting.run({ query: { uuid, query: JSON.stringify(filter) } })}
    >
      {text.export}
    </SheetButton>
  )
  const named = (all: { id: string; name: string }[] | undefined) => [
    any,
    ...(all ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <ListPage<SyncLogBrief>
      words={text}
      actions={sheet}
      list={list}
      search={
        <>
          <SearchBar {...list.search}>
            <ChoiceFilter name="syncId" label={words.sync} options={named(sources.data?.syncs)} />
            <ChoiceFilter name="appId" label={words.app} options={named(sources.data?.apps)} />
            <ChoiceFilter name="result" label={words.result} options={results} />
            <TextFilter name="name" label={words.name} />
            <ChoiceFilter name="objectType" label={words.objectType} options={objects} />
            <ChoiceFilter name="operateType" label={words.operateType} options={operates} />
            <DateRangeField label={words.time} begin="beginTime" end="endTime" endsToday withLong withTime />
          </SearchBar>
          <Failures
            filter={filter}
            chosen={list.filters.message}
            onChoose={message => list.narrow({ message, result: message === '' ? '' : '0' })}
          />
        </>
      }
      tools={<FilterNotice filters={list.filters} onShowAll={() => list.narrow({ runId: '', objectId: '' })} />}
      batch={
        <BatchBar of={selection}>
          <ActButton call={syncLog.retry} size="small" onClick={() => askRetry(selection.ids)}>
            {text.retryAll}
          </ActButton>
        </BatchBar>
      }
      of={rows}
      columns={columnsOf({ onOpen: row => opened.open(row.id), onRetry: row => askRetry([row.id]), mayRetry })}
      rowName={row => text.rowName(row.name, row.createTime)}
      {...(mayRetry && { selection, protectedReason: (row: SyncLogBrief) => (row.result === 0 ? undefined : text.kept) })}
    >
      {opened.item && <LogDrawer key={opened.item} id={opened.item} onNarrow={showOnly} onClose={opened.close} />}
      {taskId !== undefined && <TaskDialog taskId={taskId} title={text.retrying} onClose={afterRetry} />}
    </ListPage>
  )
}

/** Says that the list shows one run or one object, with a link to all rows. */
function FilterNotice({ filters, onShowAll }: { filters: Pick<Filters, 'runId' | 'objectId'>; onShowAll: () => void }) {
  const mayOpenPlan = useMayOpen()('/sync/config')
  const by = filters.runId !== '' ? 'runId' : filters.objectId !== '' ? 'objectId' : undefined
  if (by === undefined) return null
  return (
    <span className="sync-log-narrowed">
      {text.narrowed[by]}
      {by === 'runId' && mayOpenPlan && <Link to={`/sync/config?run=${filters.runId}`}>{text.plan}</Link>}
      <Button type="link" size="small" onClick={onShowAll}>
        {text.showAll}
      </Button>
    </span>
  )
}

const filterQuery = ({ objectType, operateType, result, ...rest }: Filters) => ({
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')),
  objectType: syncObjects.find(one => one === objectType),
  operateType: syncOperates.find(one => one === operateType),
  result: flagIn(result),
})

const any = { value: '', label: text.any }
const results = [any, ...(['1', '0'] as const).map(value => ({ value, label: text.results[Number(value)]! }))]
const objects = [any, ...(['org', 'user'] as const).map(value => ({ value, label: text.objects[value] }))]
const operates = [any, ...syncOperates.map(value => ({ value, label: text.operates[value] }))]
