import { type Examine, review } from '@hufu/contract/governance/review'
import { Form, Input } from 'antd'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { REMARK_MAX } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { ExaminerSelect } from './examiner-select.tsx'
import { text } from './reviewer-text.ts'
import { REVIEW_LISTS } from './use-verdict.ts'

export type ReviewerAct = 'reassign' | 'addSign'
interface Typed {
  userId: string
  opinion: string
}
interface Props {
  act: ReviewerAct
  of: Pick<Examine, 'id' | 'objectName'>
  onClose: () => void
}

/** Hands over to another examiner, or adds one before the user. */
export default function ReviewerDialog({ act, of, onClose }: Props) {
  const reassign = useAction(review.reassign, { refreshes: REVIEW_LISTS })
  const addSign = useAction(review.addSign, { refreshes: REVIEW_LISTS })
  const isReassign = act === 'reassign'
  const submit = async (typed: Typed) => {
    const answer = await (isReassign ? reassign : addSign).run({ body: { id: of.id, ...typed } })
    if (ok(answer)) notifier.done(isReassign ? text.reassigned : text.added)
    return ok(answer)
  }
  return (
    <FormDialog<Typed>
      small
      title={(isReassign ? text.reassignTitle : text.addSignTitle)(of.objectName)}
      okText={isReassign ? text.reassign : text.addSign}
      initial={{ opinion: '' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="review-aside">{isReassign ? text.reassignHint : text.addSignHint}</p>
      <Form.Item name="userId" label={text.examiner} rules={[{ required: true, message: text.examinerMissing }]}>
        <ExaminerSelect request={of.id} />
      </Form.Item>
      <Form.Item name="opinion" label={text.reason} rules={[{ required: true, whitespace: true, message: text.reasonMissing }]}>
        <Input maxLength={REMARK_MAX} />
      </Form.Item>
    </FormDialog>
  )
}
