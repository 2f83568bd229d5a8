import { initialLengthProblem } from '@hufu/contract/credentials/password'
import { user } from '@hufu/contract/directory/user'
import { Form, Input, Radio, Switch } from 'antd'
import { useCall } from '../../../../platform/calls.ts'
import { INITIAL_PASSWORD_MAX } from '../../../../platform/constants.ts'
import { FlagField } from '../../../../ui/form/flag-field.tsx'
import { rule } from '../../../../ui/form/rules.ts'
import type { Typed } from './draft.ts'
import { formText } from './form-text.ts'
import { text } from '../text.ts'

const words = formText
const FRESH_MS = 60_000
const CONFIGURED = 1
const hints = { 1: words.initialHint, 2: words.randomHint, 3: words.ownHint }

/** The initial password of a new user (D-47), to be changed at the first sign-in, and the state of the account. */
export function PasswordFields() {
  const form = Form.useFormInstance<Typed>()
  const passwordType = Form.useWatch('passwordType', form) ?? 2
  const hasInitial = useCall(user.requiredFields, { staleTime: FRESH_MS }).data?.hasInitialPassword ?? false
  return (
    <>
      <Form.Item name="passwordType" label={words.passwordType} extra={hints[passwordType]} className="form-wide">
        <Radio.Group options={hasInitial ? types : types.filter(({ value }) => value !== CONFIGURED)} />
      </Form.Item>
      {passwordType === 3 && (
        <Form.Item
          name="password"
          label={words.password}
          required
          rules={[rule((typed?: string) => initialLengthProblem((typed ?? '').trim()))]}
        >
          <Input.Password maxLength={INITIAL_PASSWORD_MAX} autoComplete="new-password" />
        </Form.Item>
      )}
      <FlagField name="status" label={text.fields.status}>
        <Switch checkedChildren={text.enabled} unCheckedChildren={text.disabled} />
      </FlagField>
    </>
  )
}

const types = [
  { value: 2, label: words.random },
  { value: CONFIGURED, label: words.initial },
  { value: 3, label: words.own },
]
