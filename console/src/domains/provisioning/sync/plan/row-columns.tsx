import { type RunMode, type SyncChange, type SyncRow, verdictName } from '@hufu/contract/provisioning/sync'
import { Button } from 'antd'
import type { Columns } from '../../../../ui/list/data-table.tsx'
import { StatusTag, Tag } from '../../../../ui/tag.tsx'
import type { Kind } from '../wizard/draft.ts'
import { text } from './plan-text.ts'
import { verdictTone } from './verdict.ts'

const words = text.rows
const SHOWN = 3
export type RowWithId = SyncRow & { id: string }

const valueOf = (value: string | null) => (value === null || value === '' ? words.empty : value)
const lineOf = ({ label, before, after }: SyncChange, isNew: boolean) =>
  isNew ? words.given(label, valueOf(after)) : words.change(label, valueOf(before), valueOf(after))

export const rowColumns = (kind: Kind, mode: RunMode, onOpen: (row: SyncRow) => void): Columns<RowWithId> => [
  {
    key: 'name',
    title: words.name,
    fixed: 'start',
    width: 168,
    render: (_, row) => (
      <>
        <Button type="link" size="small" className="cell-link" aria-label={words.open(row.name)} onClick={() => onOpen(row)}>
          {row.name || row.originId}
        </Button>
        <span className="sync-run-origin">{row.originId}</span>
      </>
    ),
  },
  { key: 'verdict', title: words.verdict, width: 112, render: (_, row) => <Verdict of={row} mode={mode} /> },
  { key: 'org', title: words.org[kind], dataIndex: 'orgName', width: 168 },
  { key: 'changes', title: words.changes, width: 400, render: (_, row) => <Changes of={row} /> },
  { key: 'done', title: words.done, width: 96, render: (_, row) => <Done of={row} /> },
]

export function Verdict({ of: { verdict, goneRuns }, mode }: { of: SyncRow; mode: RunMode }) {
  return (
    <>
      <Tag tone={verdictTone(verdict, mode)}>{verdictName(verdict, mode)}</Tag>
      {goneRuns !== null && goneRuns > 0 && <span className="sync-run-origin">{words.goneRuns(goneRuns)}</span>}
    </>
  )
}

function Changes({ of }: { of: SyncRow }) {
  const { changes, verdict } = of
  const more = changes.length - SHOWN
  return (
    <>
      {changes.slice(0, SHOWN).map(change => (
        <div key={change.field} className="sync-run-change" title={lineOf(change, verdict === 'new')}>
          {lineOf(change, verdict === 'new')}
        </div>
      ))}
      {more > 0 && <span className="sync-run-origin">{words.more(more)}</span>}
      <Problems of={of} />
    </>
  )
}

/** Why a row was not written, or why source and Hufu disagree afterwards. */
export function Problems({ of: { faults, difference } }: { of: SyncRow }) {
  const reasons = difference === null ? faults.map(({ label, message }) => (label ? words.given(label, message) : message)) : [difference]
  return reasons.map(sentence => (
    <div key={sentence} className="sync-run-problem">
      {sentence}
    </div>
  ))
}

export function Done({ of: { isDone } }: { of: SyncRow }) {
  if (isDone === null) return null
  return isDone ? <StatusTag tone="good">{words.isDone}</StatusTag> : <StatusTag tone="bad">{words.notDone}</StatusTag>
}
