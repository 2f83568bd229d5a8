import { sync, type SyncConfig, syncText } from '@hufu/contract/provisioning/sync'
import { syncObjects } from '@hufu/contract/provisioning/sync-log'
import { useCall } from '../../../../platform/calls.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { useDialog } from '../../../../ui/dialog/use-dialog.ts'
import { DataTable } from '../../../../ui/list/data-table.tsx'
import { ChoiceFilter, TextFilter } from '../../../../ui/list/search/filters.tsx'
import { flagIn } from '../../../../ui/list/list-params.ts'
import { ListTools } from '../../../../ui/list/list-tools.tsx'
import { SearchBar } from '../../../../ui/list/search/search-bar.tsx'
import { StatusFilter } from '../../../../ui/list/search/status-filter.tsx'
import { useList } from '../../../../ui/list/use-list.ts'
import { usePollWhile } from '../../../../ui/list/use-poll-while.ts'
import { Card } from '../../../../ui/page.tsx'
import { useMay } from '../../../../ui/permitted.ts'
import { columnsOf } from './columns.tsx'
import { FirstSource } from './first-source.tsx'
import { text } from '../text.ts'
import { usePlaces } from '../mapping/use-places.ts'
import { useSyncActs } from './use-sync-acts.ts'

const RelinkDialog = lazyComponent(() => import('../plan/relink-dialog.tsx'))
const RunsDrawer = lazyComponent(() => import('./runs-drawer.tsx'))
// Loaded when a run is first watched.
const WatchedRun = lazyComponent(() => import('./watched-run.tsx'))
const NO_FILTERS = { name: '', direction: '', objectType: '', status: '' }
const any = { value: '', label: text.any }
const directions = (['in', 'out'] as const).map(value => ({ value, label: syncText.direction[value] }))
const objects = syncObjects.map(value => ({ value, label: syncText.object[value] }))

/** All tasks with their states or, while there are none, the first steps. */
export function SyncList() {
  const list = useList(NO_FILTERS)
  const { name, direction, objectType, status } = list.params
  const query = {
    ...list.paging,
    name,
    direction: directions.find(({ value }) => value === direction)?.value,
    objectType: objects.find(({ value }) => value === objectType)?.value,
    status: flagIn(status),
  }
  const rows = useCall(sync.page, { query, keepPrevious: true })
  // Polls only while something is running, since endless polling would keep an idle session alive.
  usePollWhile(rows.data?.records.some(row => row.runningTaskId !== null) ?? false, rows.refetch)
  const acts = useSyncActs()
  const places = usePlaces()
  const runs = useDialog<SyncConfig>()
  const relink = useDialog<SyncConfig>()
  const mayAdd = useMay()(sync.save)
  if (rows.data?.total === 0 && !list.isFiltered && mayAdd) return <FirstSource onStart={places.toNew} />
  const columns = columnsOf({
    acts,
    onRuns: runs.open,
    onEdit: row => places.toTask(row.id),
    onRelink: relink.open,
    onPlan: places.toRun,
    onConflicts: row => places.toConflicts(row.id),
  })
  return (
    <Card>
      <SearchBar {...list.search}>
        <TextFilter name="name" label={text.columns.name} />
        <ChoiceFilter name="direction" label={text.columns.direction} options={[any, ...directions]} />
        <ChoiceFilter name="objectType" label={text.columns.objectType} options={[any, ...objects]} />
        <StatusFilter name="status" label={text.columns.enabled} />
      </SearchBar>
      <ListTools of={list.tools} onRefresh={() => void rows.refetch()} />
      <DataTable<SyncConfig>
        {...list.table}
        label={text.list}
        of={rows}
        columns={columns}
        rowName={row => row.name}
        empty={{ title: text.none }}
      />
      {runs.item && <RunsDrawer of={runs.item} onPlan={places.toRun} onClose={runs.close} />}
      {relink.item && <RelinkDialog of={relink.item} onStarted={taskId => acts.watch(relink.item!, taskId)} onClose={relink.close} />}
      {acts.watched && <WatchedRun of={acts.watched} onClose={acts.leave} onPlan={places.toRun} />}
    </Card>
  )
}
