import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import type { PasswordPolicy } from '@hufu/contract/password'
import { Form, Input } from 'antd'
import { PASSWORD_MAX } from '../kernel/constants.ts'
import { useSystem } from '../kernel/session.ts'
import { type Fault, rule } from '../parts/rules.ts'
import { confirmFault, demands, NO_POLICY } from './password-change.ts'
import { text } from './text.ts'
import './password.css'

export const usePolicy = (): PasswordPolicy => useSystem(value => value.globalConfig) ?? NO_POLICY

/** New password and its repetition, with the demands of the policy ticked while one types (PWD-07, PWD-08). */
export function FreshPassword({ fault, confirmMissing }: { fault: Fault<string | undefined>; confirmMissing: string }) {
  return (
    <>
      <Form.Item name="fresh" label={text.password.fresh} required rules={[rule(fault)]}>
        <Input.Password maxLength={PASSWORD_MAX} autoComplete="new-password" aria-describedby="password-policy" />
      </Form.Item>
      <PolicyList />
      <Form.Item
        name="confirm"
        label={text.password.confirm}
        required
        dependencies={['fresh']}
        rules={[({ getFieldValue }) => rule((typed?: string) => confirmFault(typed, getFieldValue('fresh') as string, confirmMissing))]}
      >
        <Input.Password maxLength={PASSWORD_MAX} autoComplete="new-password" />
      </Form.Item>
    </>
  )
}

function PolicyList() {
  const policy = usePolicy()
  const typed = (Form.useWatch('fresh') as string | undefined) ?? ''
  return (
    <ul className="policy" id="password-policy" aria-label={text.password.policy}>
      {demands(typed, policy).map(({ sentence, isMet }) => (
        <li key={sentence} data-met={isMet}>
          {isMet ? <CheckCircleFilled aria-label={text.password.met} /> : <MinusCircleOutlined aria-label={text.password.unmet} />}
          {sentence}
        </li>
      ))}
      {policy.passwordStrength !== 'low' && <li className="policy-note">{text.password.specials}</li>}
    </ul>
  )
}
