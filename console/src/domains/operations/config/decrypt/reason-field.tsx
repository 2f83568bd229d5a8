import { Form, Input } from 'antd'
import { REASON_MAX } from './use-result.ts'
import { legal, needed } from '../../../../ui/form/rules.ts'
import { text } from './text.ts'

/** The reason, which is recorded with user and time. */
export const ReasonField = ({ isNeeded }: { isNeeded: boolean }) => (
  <Form.Item
    name="reason"
    label={text.reason}
    extra={isNeeded ? text.reasonHint : undefined}
    validateFirst
    rules={isNeeded ? [needed(text.reason), legal] : [legal]}
  >
    <Input maxLength={REASON_MAX} autoComplete="off" />
  </Form.Item>
)
