import { sync, type SyncConfig, syncText, reportsChanges, type RunState } from '@hufu/contract/provisioning/sync'
import { Button } from 'antd'
import { cronWords } from '../../../../ui/form/cron-preset.ts'
import { type Columns, toolColumn } from '../../../../ui/list/data-table.tsx'
import { RowTools, type Tool } from '../../../../ui/list/row-tools.tsx'
import { switchColumn } from '../../../../ui/list/status-column.tsx'
import { EventTime } from '../../../../ui/list/time.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { countsOf } from './counts.ts'
import { TaskState, runTones } from './state.tsx'
import { text } from '../text.ts'
import type { SyncActs } from './use-sync-acts.ts'

const words = text.columns

interface Actions {
  acts: SyncActs
  onRuns: (row: SyncConfig) => void
  onEdit: (row: SyncConfig) => void
  onRelink: (row: SyncConfig) => void
  onPlan: (runId: string) => void
  onConflicts: (row: SyncConfig) => void
}

export const columnsOf = (actions: Actions): Columns<SyncConfig> => [
  { key: 'name', title: words.name, fixed: 'start', width: 196, render: (_, row) => <Name row={row} /> },
  { key: 'state', title: words.state, width: 104, render: (_, row) => <State row={row} onConflicts={actions.onConflicts} /> },
  { key: 'schedule', title: words.schedule, width: 164, render: (_, row) => <Schedule row={row} /> },
  { key: 'last', title: words.last, width: 160, render: (_, row) => <Last row={row} /> },
  { key: 'recent', title: words.recent, width: 116, render: (_, row) => <Recent of={row.recent} /> },
  switchColumn<SyncConfig>({
    title: words.enabled,
    width: 56,
    call: sync.setStatus,
    label: row => text.statusOf(row.name),
    onChange: actions.acts.setStatus,
  }),
  toolColumn<SyncConfig>(row => <RowTools name={row.name} tools={toolsOf(row, actions)} />, 184),
]

function toolsOf(row: SyncConfig, { acts, onRuns, onEdit, onRelink, onPlan }: Actions): (Tool | false)[] {
  const { blockedRunId, runningTaskId } = row
  const keptReason = runningTaskId !== null ? text.keptRunning : undefined
  return [
    runningTaskId !== null && { label: text.tools.progress, onClick: () => acts.watch(row, runningTaskId) },
    blockedRunId !== null && { label: text.tools.look, onClick: () => onPlan(blockedRunId) },
    { label: text.tools.dryRun, call: sync.run, onClick: () => void acts.run(row, 'plan'), disabledBecause: keptReason },
    row.direction === 'in' &&
      reportsChanges(row.type, row.objectType, row.options) && {
        label: text.tools.delta,
        call: sync.run,
        onClick: () => void acts.run(row, 'delta'),
        disabledBecause: keptReason,
      },
    { label: text.tools.full, call: sync.run, onClick: () => acts.askFull(row), disabledBecause: keptReason },
    { label: text.tools.runs, onClick: () => onRuns(row) },
    row.direction === 'in' &&
      row.lastTime !== null && {
        label: text.tools.relink,
        call: sync.relinkAll,
        onClick: () => onRelink(row),
        disabledBecause: keptReason,
      },
    { label: text.tools.edit, call: sync.update, onClick: () => onEdit(row) },
    { label: text.tools.remove, call: sync.remove, danger: true, onClick: () => acts.remove(row), disabledBecause: keptReason },
  ]
}

function Name({ row }: { row: SyncConfig }) {
  return (
    <span className="sync-pair" title={row.remark ?? undefined}>
      <span>{row.name}</span>
      <span className="sync-aside">
        <Tag tone="info">{syncText.type[row.type]}</Tag>
        {text.direction[row.direction]} · {syncText.object[row.objectType]}
      </span>
    </span>
  )
}

function Schedule({ row: { cron, nextTime, status, policy } }: { row: SyncConfig }) {
  if (cron === null) return text.byHand
  return (
    <span className="sync-pair">
      <span>{cronWords(cron)}</span>
      {policy.deltaMinutes !== undefined && <span className="sync-aside">{text.deltaEvery(policy.deltaMinutes)}</span>}
      <span className="sync-aside">{status === 0 ? text.stopped : nextTime !== null && text.next(nextTime)}</span>
    </span>
  )
}

function Last({ row: { lastTime, lastResult, lastRunId, recent, lastCounts } }: { row: SyncConfig }) {
  if (lastTime === null) return <span className="sync-aside">{text.neverRun}</span>
  const last = recent.find(run => run.id === lastRunId)
  const counted = countsOf(lastCounts, last?.mode)
  const written = last?.written ?? 0
  return (
    <span className="sync-pair">
      <EventTime at={lastTime} />
      <span className="sync-aside">
        {lastResult !== null && syncText.result[lastResult]} · {text.written(written)}
      </span>
      {counted !== '' && <span className="sync-aside">{counted}</span>}
    </span>
  )
}

function State({ row, onConflicts }: { row: SyncConfig; onConflicts: Actions['onConflicts'] }) {
  return (
    <span className="sync-pair">
      <TaskState of={row} />
      {row.conflictCount > 0 && (
        <Button type="link" size="small" className="cell-link" onClick={() => onConflicts(row)}>
          {text.openConflicts(row.conflictCount)}
        </Button>
      )}
    </span>
  )
}

const STEP = 5
const HEIGHT = 20
const LEAST = 6

/** The last twenty runs as bars, the newest at the right: height shows how much was written, colour the outcome. */
function Recent({ of }: { of: SyncConfig['recent'] }) {
  if (of.length === 0) return null
  const count = (...states: RunState[]) => of.filter(({ state }) => states.includes(state)).length
  const [done, part, failed] = [count('done'), count('part'), count('failed', 'blocked', 'lapsed')]
  const sentence = text.recentOf(done, part, failed, of.length - done - part - failed)
  const most = Math.max(...of.map(run => run.written), 1)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot hold what is drawn here
    <svg className="sync-bars" role="img" aria-label={sentence} width={of.length * STEP} height={HEIGHT}>
      <title>{sentence}</title>
      {of.toReversed().map(({ id, state, written }, n) => {
        const height = LEAST + Math.round((Math.sqrt(written / most) || 0) * (HEIGHT - LEAST))
        return <rect key={id} data-tone={runTones[state]} x={n * STEP} y={HEIGHT - height} width={3} height={height} rx={1.5} />
      })}
    </svg>
  )
}
