import { Button, Form, Input } from 'antd'
import { REMARK_MAX } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'

import { text } from './text.ts'
import type { Verdict } from './use-verdict.ts'

interface Typed {
  opinion: string
}
interface Props {
  verdict: Verdict
  count: number
  onGive: (opinion: string) => Promise<unknown>
  onClose: () => void
}

/** One opinion for many: Enter sends it. */
export default function VerdictDialog({ verdict, count, onGive, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const isReject = verdict === 'reject'
  return (
    <FormDialog<Typed>
      small
      form={form}
      title={isReject ? text.rejectMany(count) : text.passMany(count)}
      okText={isReject ? text.reject : text.pass}
      danger={isReject}
      initial={{ opinion: '' }}
      onSubmit={({ opinion }) => onGive(opinion)}
      onClose={onClose}
    >
      <Form.Item
        name="opinion"
        label={text.opinion}
        rules={isReject ? [{ required: true, whitespace: true, message: text.opinionMissing }] : []}
      >
        <Input maxLength={REMARK_MAX} />
      </Form.Item>
      <Phrases onChoose={opinion => form.setFieldsValue({ opinion })} />
    </FormDialog>
  )
}

/** What is said most often. */
export function Phrases({ onChoose }: { onChoose: (phrase: string) => void }) {
  return (
    <div className="review-phrases">
      {text.phrases.map(phrase => (
        <Button key={phrase} size="small" onClick={() => onChoose(phrase)}>
          {phrase}
        </Button>
      ))}
    </div>
  )
}
