import { Form, Input } from 'antd'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { rule } from '../../../ui/form/rules.ts'
import { text as uiText } from '../../../ui/text.ts'
import { text } from './text.ts'

export interface SureAct {
  title: string
  content: string
  okText: string
  /** The text to be typed, and its title. */
  expected: string
  label: string
  problem: string
  /** Asks for a reason, which is recorded. */
  hasReason?: boolean
  run: (reason: string) => Promise<boolean>
}
interface Typed {
  expected: string
  reason?: string
}
const REASON_MAX = 200

/** Confirms by typing who or how many are affected, with a reason where required. */
export default function SureDialog({ act, onClose }: { act: SureAct; onClose: () => void }) {
  return (
    <FormDialog<Typed>
      danger
      title={act.title}
      initial={{}}
      okText={act.okText}
      onSubmit={({ reason = '' }) => act.run(reason.trim())}
      onClose={onClose}
    >
      <p className="dialog-words">{act.content}</p>
      {act.hasReason && (
        <Form.Item
          name="reason"
          label={text.lock.reason}
          extra={text.lock.reasonHint}
          required
          rules={[rule((typed?: string) => (typed?.trim() ? undefined : uiText.rules.required(text.lock.reason)))]}
          validateTrigger="onSubmit"
        >
          <Input.TextArea maxLength={REASON_MAX} autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
      )}
      <Form.Item
        name="expected"
        label={act.label}
        required
        rules={[rule((typed?: string) => (typed?.trim() === act.expected ? undefined : act.problem))]}
        validateTrigger="onSubmit"
      >
        <Input autoComplete="off" maxLength={50} />
      </Form.Item>
    </FormDialog>
  )
}
