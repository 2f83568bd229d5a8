import { type Difference, type Examine, PENDING, reviewText } from '@hufu/contract/governance/review'
import { Button } from 'antd'
import type { Columns } from '../../../ui/list/data-table.tsx'
import { Tag, StatusTag, type Tone } from '../../../ui/tag.tsx'
import { statuses } from './status-text.ts'
import { text } from './text.ts'

const words = text.columns
const tones: readonly Tone[] = ['info', 'good', 'bad', 'plain']
const operateTones = { insert: 'good', update: 'info', delete: 'bad' } as const

export const Status = ({ of: { status } }: { of: Pick<Examine, 'status'> }) => (
  <StatusTag tone={tones[status] ?? 'plain'}>{statuses[status]}</StatusTag>
)
export const operationName = ({ operateType, act }: Pick<Examine, 'operateType' | 'act'>) =>
  act ? reviewText.userAct[act] : reviewText.operateType[operateType]
export const Operation = ({ of }: { of: Pick<Examine, 'operateType' | 'act'> }) => (
  <Tag tone={of.act === 'disable' ? 'warn' : operateTones[of.operateType]}>{operationName(of)}</Tag>
)
/** Why it could not be carried out at the last try. */
export const Validator = ({ of: { fault, status } }: { of: Pick<Examine, 'fault' | 'status'> }) =>
  fault !== null && status === PENDING ? <p className="review-problem">{text.problem(fault)}</p> : null

const valueOf = (value: string | null) => value ?? reviewText.empty
const lineOf = ({ label, before, after }: Difference, isNew: boolean) =>
  isNew ? text.given(label, valueOf(after)) : text.change(label, valueOf(before), valueOf(after))

export function Changes({ of: { changes, changeCount, operateType } }: { of: Examine }) {
  const more = changeCount - changes.length
  return (
    <div className="review-changes">
      {changes.map(change => (
        <div key={change.field} className="review-change" title={lineOf(change, operateType === 'insert')}>
          {lineOf(change, operateType === 'insert')}
        </div>
      ))}
      {more > 0 && <span className="review-aside">{text.moreChanges(more)}</span>}
    </div>
  )
}

export function Waiting({ of: row }: { of: Examine }) {
  const { currentNode, waitingFor, waitingCount } = row
  if (currentNode === null) return null
  return (
    <>
      {currentNode}
      {waitingCount > 0 && <div className="review-aside">{text.waiting(waitingFor, waitingCount)}</div>}
      <Deadline of={row} />
    </>
  )
}

function Deadline({ of: { deadline, isOverdue } }: { of: Examine }) {
  if (deadline === null) return null
  if (isOverdue) return <StatusTag tone="bad">{text.overdue}</StatusTag>
  return <div className="review-aside">{text.deadline(deadline)}</div>
}

/** Whether the tab says the same for all rows, so that the column is not needed. */
const isNamed = (tab: string, key: string): boolean => {
  const isOver = /^[123]$/.test(tab)
  const isWaiting = tab === 'mine' || tab === '0'
  if (key === 'status') return tab === 'all'
  if (key === 'opinion') return !isWaiting
  return !isOver || key !== 'currentNode'
}

export const columnsOf = (tab: string, onOpen: (row: Examine) => void): Columns<Examine> =>
  everyColumn(onOpen).filter(({ key }) => isNamed(tab, String(key)))

const everyColumn = (onOpen: (row: Examine) => void): Columns<Examine> => [
  {
    key: 'name',
    title: words.name,
    fixed: 'start',
    width: 200,
    render: (_, row) => (
      <>
        <span className="review-name">
          <Operation of={row} />
          <Button
            type="link"
            size="small"
            className="cell-link review-open"
            data-id={row.id}
            aria-label={text.open(row.objectName)}
            onClick={() => onOpen(row)}
          >
            {row.objectName}
          </Button>
        </span>
        <Validator of={row} />
      </>
    ),
  },
  { key: 'status', title: words.status, width: 96, render: (_, row) => <Status of={row} /> },
  { key: 'changes', title: words.changes, width: 250, render: (_, row) => <Changes of={row} /> },
  { key: 'org', title: words.org, dataIndex: 'orgName', width: 120 },
  { key: 'applyUser', title: words.applyUser, dataIndex: 'applyUser', width: 96 },
  {
    key: 'applyTime',
    title: words.applyTime,
    width: 104,
    dataIndex: 'applyTime',
    kind: 'happened',
  },
  { key: 'currentNode', title: words.currentNode, width: 130, render: (_, row) => <Waiting of={row} /> },
  { key: 'opinion', title: words.opinion, dataIndex: 'opinion', width: 140 },
]
