import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import {
  refusesCommonPasswords,
  refusesPersonalData,
  passwordProblem,
  type PasswordFinding,
  passwordLengths,
  type PasswordPolicy,
} from '@hufu/contract/credentials/password'
import { self } from '@hufu/contract/sign-in/sign-in'
import { Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { DEBOUNCE_MS } from '../../../platform/constants.ts'
import { ok, send } from '../../../platform/client.ts'
import { encrypt } from '../../../platform/transport/encrypt.ts'
import { useSystem } from '../../../platform/session.ts'
import { type Validator, rule } from '../../../ui/form/rules.ts'
import { confirmProblem, requirements, NO_POLICY } from './password-change.ts'
import { text } from './password-text.ts'
import './password.css'

export const usePolicy = (): PasswordPolicy => useSystem(value => value.globalConfig) ?? NO_POLICY

/** A new password and its repetition, with the demands ticked while typing. */
export function FreshPassword({ problem, confirmMissing }: { problem: Validator<string | undefined>; confirmMissing: string }) {
  const policy = usePolicy()
  const { max } = passwordLengths(policy)
  const form = Form.useFormInstance()
  const typed = (Form.useWatch('fresh', form) as string | undefined) ?? ''
  const found = usePasswordCheck(typed)
  // Validates again, as the server's answer comes after the last key.
  useEffect(() => {
    if (found) form.validateFields(['fresh']).catch(() => undefined)
  }, [found, form])
  const foundProblem = (value: string | undefined) =>
    value === typed && value && found ? passwordProblem(value, policy, found) : undefined
  return (
    <>
      <Form.Item
        name="fresh"
        label={text.fresh}
        required
        rules={[rule<string | undefined>((value, form) => foundProblem(value) ?? problem(value, form))]}
      >
        <Input.Password maxLength={max} autoComplete="new-password" aria-describedby="password-policy" />
      </Form.Item>
      <PolicyList typed={typed} found={found} />
      <Form.Item
        name="confirm"
        label={text.confirm}
        required
        dependencies={['fresh']}
        rules={[({ getFieldValue }) => rule((typed?: string) => confirmProblem(typed, getFieldValue('fresh') as string, confirmMissing))]}
      >
        <Input.Password maxLength={max} autoComplete="new-password" />
      </Form.Item>
    </>
  )
}

/** The server's findings about the typed text, asked when the user pauses; undefined until it has answered for this very text. */
export function usePasswordCheck(typed: string): PasswordFinding | undefined {
  const policy = usePolicy()
  const [checked, setChecked] = useState<{ typed: string; found: PasswordFinding }>()
  const isAsked =
    (policy.openPasswordBlacklist || refusesCommonPasswords(policy) || refusesPersonalData(policy)) &&
    [...typed].length >= passwordLengths(policy).min
  useEffect(() => {
    if (!isAsked) return undefined
    const timer = setTimeout(() => {
      // Only a hint: if the call fails, the server still checks when the password is sent.
      void ask(typed).then(
        found => found && setChecked({ typed, found }),
        () => undefined,
      )
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, isAsked])
  return isAsked && checked?.typed === typed ? checked.found : undefined
}

async function ask(typed: string): Promise<PasswordFinding | undefined> {
  const answer = await send(self.judgePassword, { body: { password: await encrypt(typed) }, quietly: true })
  return ok(answer) ? answer.data : undefined
}

function PolicyList({ typed, found }: { typed: string; found: PasswordFinding | undefined }) {
  const policy = usePolicy()
  return (
    <ul className="policy" id="password-policy" aria-label={text.policy}>
      {requirements(typed, policy, found).map(({ sentence, isMet }) => (
        <li key={sentence} data-met={isMet}>
          {isMet ? <CheckCircleFilled aria-label={text.met} /> : <MinusCircleOutlined aria-label={text.unmet} />}
          {sentence}
        </li>
      ))}
      {requiresSpecials(policy) && <li className="policy-note">{text.specials}</li>}
    </ul>
  )
}

const requiresSpecials = ({ passwordProfile, passwordStrength }: PasswordPolicy) =>
  passwordProfile === 'dengbao3' || (passwordProfile === 'specification' && passwordStrength !== 'low')
