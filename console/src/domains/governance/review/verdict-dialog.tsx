import type { Examine } from '@hufu/contract/governance/review'
import { Button, Form, Input } from 'antd'
import { REMARK_MAX } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'

import type { Selection } from '../../../ui/list/use-selection.ts'
import { text } from './text.ts'
import { useVerdict, type Verdict } from './use-verdict.ts'

interface Typed {
  opinion: string
}
interface Props {
  verdict: Verdict
  of: Selection<Examine>
  onClose: () => void
}

/** One opinion for several requests; Enter sends it. */
export default function VerdictDialog({ verdict, of, onClose }: Props) {
  const { give } = useVerdict()
  const count = of.ids.length
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
      onSubmit={async ({ opinion }) => {
        await give(verdict, of.ids, opinion)
        of.clear()
      }}
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

/** Frequent opinions. */
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
