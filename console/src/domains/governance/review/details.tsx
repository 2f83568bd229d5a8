import { type ExamineInFull, PENDING, reviewedFieldLabel, reviewText } from '@hufu/contract/governance/review'
import { Button } from 'antd'
import { useState } from 'react'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { Validator, Status } from './columns.tsx'
import { text } from './text.ts'

const words = text.drawer
const modes: Readonly<Record<string, string>> = reviewText.mode

/** One request for reading: its changes and its log. */
export function Details({ of }: { of: ExamineInFull }) {
  return (
    <>
      <Validator of={of} />
      <Descriptions
        of={[
          [words.facts.applyUser, of.applyUser],
          [words.facts.applyTime, of.applyTime],
          [words.facts.org, of.orgName],
          [words.facts.status, <Status key="status" of={of} />],
          ...(of.endTime === null ? [] : [[words.facts.endTime, of.endTime] as const]),
          ...(of.workflowName === null ? [] : [[words.facts.workflow, words.workflow(of.workflowName, of.workflowVersion)] as const]),
        ]}
      />
      <Difference of={of} />
      <ReviewProgress of={of} />
    </>
  )
}

interface Line {
  field: string
  label: string
  before: string | null
  after: string | null
  conflict?: boolean
  now?: string | null
}

function linesOf({ objectType, diff, before, after }: ExamineInFull, isWhole: boolean): Line[] {
  if (!isWhole) return diff
  const changed = new Map(diff.map(line => [line.field, line]))
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.map(
    field =>
      changed.get(field) ?? {
        field,
        label: reviewedFieldLabel(objectType, field),
        before: before?.[field] ?? null,
        after: after?.[field] ?? null,
      },
  )
}

function Difference({ of }: { of: ExamineInFull }) {
  const isRemoval = of.operateType === 'delete'
  const [isConfirming, setConfirming] = useState(false)
  const isWhole = isConfirming || isRemoval
  const lines = linesOf(of, isWhole)
  const hasBefore = of.operateType !== 'insert'
  const hasAfter = !isRemoval
  return (
    <section aria-label={words.changes}>
      <h2 className="review-part">
        {words.changes}
        {!isRemoval && (
          <Button type="link" size="small" aria-pressed={isConfirming} onClick={() => setConfirming(!isConfirming)}>
            {isConfirming ? words.showChanges : words.showAll}
          </Button>
        )}
      </h2>
      {isRemoval && <p className="review-problem">{words.removal[of.objectType]}</p>}
      {of.diff.some(line => line.conflict) && <p className="review-problem">{words.conflictHint}</p>}
      <table className="review-diff">
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            {hasBefore && <th scope="col">{words.before}</th>}
            {hasAfter && <th scope="col">{words.after}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <DiffRow key={line.field} of={line} hasBefore={hasBefore} hasAfter={hasAfter} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface DiffRowProps {
  of: Line
  hasBefore: boolean
  hasAfter: boolean
}
function DiffRow({ of: { label, before, after, conflict = false, now = null }, hasBefore, hasAfter }: DiffRowProps) {
  return (
    <tr className={conflict ? 'review-conflict' : before === after ? 'review-same' : ''}>
      <th scope="row">{label}</th>
      {hasBefore && (
        <td>
          <Value of={before} />
          {conflict && (
            <p className="review-now">
              {words.now(now ?? reviewText.empty)} · {words.conflict}
            </p>
          )}
        </td>
      )}
      {hasAfter && (
        <td>
          <Value of={after} />
        </td>
      )}
    </tr>
  )
}

const Value = ({ of }: { of: string | null }) => (of === null ? <span className="review-aside">{reviewText.empty}</span> : of)

/** The log with users and times, then the present and the next steps. */
function ReviewProgress({ of: { steps, plan, status } }: { of: ExamineInFull }) {
  const ahead = status === PENDING ? plan.filter(step => step.state !== 'done') : []
  return (
    <section aria-label={words.steps}>
      <h2 className="review-part">{words.steps}</h2>
      <ol className="review-steps">
        {steps.map((step, index) => (
          <li key={index}>
            <strong>{step.result}</strong> {step.node} · {step.userName} · <Time at={step.time} />
            {step.opinion && <p className="review-opinion">{step.opinion}</p>}
          </li>
        ))}
        {ahead.map(step => (
          <li key={step.nodeId} className="review-ahead">
            <strong>{step.node}</strong> {step.users.length > 1 && `${modes[step.mode]} · `}
            {words.plan[step.state]}
            {step.users.length > 0 && <Examiners of={step.users} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Examiners({ of }: { of: ExamineInFull['plan'][number]['users'] }) {
  const open = of.filter(user => user.state === 'open').map(user => user.name)
  return open.length > 0 && <p className="review-opinion">{words.asked(open)}</p>
}
