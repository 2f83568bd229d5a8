import { operLog, type IntegrityCheck } from '@hufu/contract/audit/audit'
import { Button, Radio } from 'antd'
import { useId, useState } from 'react'
import { useAction, useCall } from '../../../platform/calls.ts'
import type { DateRange as Range } from '../../../platform/dates.ts'
import { DateRange } from '../../../ui/list/search/date-range.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { TaskDialog } from '../../../ui/dialog/task-dialog.tsx'
import type { Evidence } from './evidence-dialog.tsx'
import { Copied } from './how-to-verify.tsx'
import type { Filters } from './period.ts'
import { text } from './text.ts'
import { useTask } from './use-task.ts'

const words = text.proving
const GROUPS = /.{1,4}/g

interface Props {
  period: Pick<Filters, 'beginTime' | 'endTime'>
  of: Evidence
  onLook: (id: string) => void
  onClose: () => void
}

/** The result of the last integrity check, and a button for a new one. */
export default function ProveDialog({ period: { beginTime, endTime }, of, onLook, onClose }: Props) {
  const { data = of, refetch } = useCall(operLog.evidence)
  const start = useAction(operLog.prove)
  const task = useTask()
  const [isPart, setPart] = useState(false)
  const [range, setRange] = useState<Range>([beginTime, endTime])
  if (task.taskId !== undefined)
    return <TaskDialog taskId={task.taskId} title={words.title} onFinish={() => void refetch()} onClose={task.end} />
  const begin = () => {
    const period = isPart ? { beginTime: range[0], endTime: range[1] } : {}
    return void task.begin(period, uuid => start.run({ body: { uuid, ...period } }))
  }
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          <Button type="primary" loading={start.pending} disabled={isPart && range[0] === ''} onClick={begin}>
            {words.ok}
          </Button>
        </>
      }
    >
      <p className="dialog-lead">{words.intro}</p>
      <RangeChoice isPart={isPart} onChange={setPart} />
      {isPart && <DateRange value={range} onChange={setRange} endsToday withTime withLong />}
      <LastCheck of={data.proof} onLook={onLook} />
      <KeyDetails of={data} />
    </Dialog>
  )
}

function RangeChoice({ isPart, onChange }: { isPart: boolean; onChange: (isPart: boolean) => void }) {
  const id = useId()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be laid out like the fields beside it
    <div role="group" aria-labelledby={id} className="prove-range">
      <span id={id}>{words.range}</span>
      <Radio.Group value={isPart} onChange={event => onChange(event.target.value === true)}>
        <Radio value={false}>{words.everything}</Radio>
        <Radio value={true}>{words.period}</Radio>
      </Radio.Group>
    </div>
  )
}

function LastCheck({ of, onLook }: { of: IntegrityCheck | null; onLook: (id: string) => void }) {
  return (
    <section className="prove-last" aria-label={words.last}>
      <h3>{words.last}</h3>
      {of ? <CheckDescriptions of={of} onLook={onLook} /> : <p className="record-none">{words.never}</p>}
    </section>
  )
}

function CheckDescriptions({ of: { createTime, records, fault, ...range }, onLook }: { of: IntegrityCheck; onLook: (id: string) => void }) {
  return (
    <>
      <Descriptions
        of={[
          [words.result, <StatusTag key="result" tone={fault ? 'bad' : 'good'}>{fault ? words.faulty : words.whole}</StatusTag>], // prettier-ignore
          [words.time, createTime],
          [words.of, rangeOf(range)],
          [words.records, words.count(records)],
        ]}
      />
      {fault && (
        <p className="prove-problem" role="alert">
          {words.problem}
          <strong>{text.proof.at(fault.lane, fault.seq)}</strong>
          {words.problems[fault.kind]}
          {fault.id && (
            <Button size="small" type="link" onClick={() => onLook(fault.id!)}>
              {words.look}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

function rangeOf({ beginTime, endTime }: Pick<IntegrityCheck, 'beginTime' | 'endTime'>): string {
  if (beginTime && endTime) return words.between(beginTime, endTime)
  if (beginTime) return words.since(beginTime)
  return endTime ? words.until(endTime) : words.everything
}

function KeyDetails({ of: { checkpointTime, fingerprint, publicKey } }: { of: Evidence }) {
  return (
    <details className="prove-key">
      <summary>{text.verify.key}</summary>
      <dl>
        <dt>{words.checkpoint}</dt>
        <dd>{checkpointTime ?? words.noCheckpoint}</dd>
        <dt>{text.verify.fingerprint}</dt>
        <dd>
          <Copied name={text.verify.copyFingerprint} value={fingerprint} shown={fingerprint.match(GROUPS)?.join(' ')} />
        </dd>
        <dt>{text.verify.publicKey}</dt>
        <dd>
          <Copied name={text.verify.copyKey} value={publicKey} />
        </dd>
      </dl>
    </details>
  )
}
