import { operLog } from '@hufu/contract/audit/audit'
import type { ReplyOf } from '@hufu/contract/call'
import { Button, Form } from 'antd'
import Input from 'antd/es/input/Input'
import { useRef, useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import type { DateRange as Range } from '../../../platform/dates.ts'
import { DateRange } from '../../../ui/list/search/date-range.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { rule } from '../../../ui/form/rules.ts'
import { TaskDialog } from '../../../ui/dialog/task-dialog.tsx'
import { HowToVerify } from './how-to-verify.tsx'
import type { Filters } from './period.ts'
import { text } from './text.ts'
import { useTask } from './use-task.ts'

const words = text.evidence
export type Evidence = ReplyOf<typeof operLog.evidence>

interface Typed {
  period: Range
  reason: string
}
interface Props {
  /** The period of the list. */
  period: Pick<Filters, 'beginTime' | 'endTime'>
  of: Evidence
  onClose: () => void
}

/** Asks for period and reason, then shows the file and how to verify it. */
export default function EvidenceDialog({ period: { beginTime, endTime }, of, onClose }: Props) {
  const start = useAction(operLog.exportEvidence)
  const task = useTask()
  const hasFinished = useRef(false)
  const [isDone, setDone] = useState(false)
  if (isDone) return <Done of={of} onClose={onClose} />
  if (task.taskId !== undefined) {
    const finish = () => void (hasFinished.current = true)
    // Also called when the task continues in the background or was cancelled.
    const close = () => (hasFinished.current ? setDone(true) : onClose())
    return <TaskDialog taskId={task.taskId} title={words.title} downloads onFinish={finish} onClose={close} />
  }
  const submit = ({ period: [begin, end], reason }: Typed) => {
    const order = { beginTime: begin, endTime: end, reason: reason.trim() }
    return task.begin(order, uuid => start.run({ body: { uuid, ...order } }))
  }
  return (
    <FormDialog<Typed>
      title={words.title}
      initial={{ period: [beginTime, endTime], reason: '' }}
      okText={words.ok}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dialog-lead">{words.intro}</p>
      <Form.Item
        name="period"
        label={words.period}
        required
        rules={[rule((range?: Range) => (range?.[0] && range[1] ? undefined : words.periodMissing))]}
      >
        <PeriodField />
      </Form.Item>
      <Form.Item
        name="reason"
        label={words.reason}
        required
        extra={words.reasonNote}
        rules={[rule((reason?: string) => (reason?.trim() ? undefined : words.reasonMissing))]}
      >
        <Input maxLength={200} placeholder={words.reasonHint} />
      </Form.Item>
    </FormDialog>
  )
}

const NO_RANGE: Range = ['', '']
/** antd passes the value and onChange at render time. */
const PeriodField = ({ value = NO_RANGE, onChange }: { value?: Range; onChange?: (given: Range) => void }) => (
  <DateRange value={value} onChange={range => onChange?.(range)} endsToday withTime withLong />
)

function Done({ of, onClose }: { of: Evidence; onClose: () => void }) {
  return (
    <Dialog
      title={words.doneTitle}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <HowToVerify of={of} />
    </Dialog>
  )
}
