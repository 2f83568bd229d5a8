import { type RunState, runStates, sync, type SyncConfig, type SyncRun } from '@hufu/contract/provisioning/sync'
import { Button, Drawer } from 'antd'
import { useCall } from '../../../../platform/calls.ts'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { type Columns, DataTable } from '../../../../ui/list/data-table.tsx'
import { useLocalList } from '../../../../ui/list/use-local-list.ts'
import { text as uiText } from '../../../../ui/text.ts'
import { countsOf } from './counts.ts'
import { RunStateTag } from './state.tsx'
import { text } from '../text.ts'

const WIDTH = 980
const words = text.runs
const NO_FILTERS = { state: '' }
const states = [{ value: '', label: text.any }, ...runStates.map(value => ({ value: value as string, label: text.runState[value] }))]
const stateInAddress = (chosen: string): RunState | undefined => runStates.find(state => state === chosen)

interface Props {
  of: SyncConfig
  onPlan: (runId: string) => void
  onClose: () => void
}

/** All runs of a task, each with a link to its plan. */
export default function RunsDrawer({ of, onPlan, onClose }: Props) {
  const list = useLocalList(NO_FILTERS)
  const state = stateInAddress(list.params.state)
  const rows = useCall(sync.pageRun, { query: { ...list.paging, syncId: of.id, state }, keepPrevious: true })
  return (
    <Drawer open size={WIDTH} title={words.title(of.name)} onClose={onClose} closable={{ 'aria-label': uiText.dialog.close }}>
      <div className="toolbar">
        <SelectField
          className="sync-short"
          aria-label={words.state}
          value={list.params.state}
          options={states}
          onChange={chosen => list.narrow({ state: chosen })}
        />
      </div>
      <DataTable<SyncRun>
        {...list.table}
        label={words.list}
        of={rows}
        columns={columnsOf(onPlan)}
        rowName={row => row.beginTime}
        empty={{ title: words.none }}
      />
    </Drawer>
  )
}

const columnsOf = (onPlan: (runId: string) => void): Columns<SyncRun> => [
  {
    key: 'beginTime',
    title: words.columns.beginTime,
    width: 168,
    render: (_, row) => (
      <Button type="link" size="small" className="cell-link" aria-label={words.open(row.beginTime)} onClick={() => onPlan(row.id)}>
        {row.beginTime}
      </Button>
    ),
  },
  { key: 'mode', title: words.columns.mode, width: 64, render: (_, row) => text.runMode[row.mode] },
  { key: 'state', title: words.columns.state, width: 112, render: (_, row) => <RunStateTag of={row.state} /> },
  { key: 'read', title: words.columns.read, width: 136, render: (_, row) => words.read(row.readOrg, row.readUser) },
  {
    key: 'counts',
    title: words.columns.counts,
    width: 184,
    render: (_, row) => words.counts(countsOf(row.org, row.mode), countsOf(row.user, row.mode)) || text.nothingChanged,
  },
  { key: 'message', title: words.columns.message, dataIndex: 'message', width: 168 },
  { key: 'trigger', title: words.columns.trigger, width: 96, render: (_, row) => row.userName ?? words.trigger[row.trigger] },
]
