import { PASSWORD_LONGEST } from '@hufu/contract/credentials/password'
import { self } from '@hufu/contract/sign-in/sign-in'
import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { ok, send } from '../../../platform/client.ts'
import { ERROR_MS } from '../../../platform/constants.ts'
import { encrypt } from '../../../platform/transport/encrypt.ts'
import { session } from '../../../platform/session.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { signOutForNewPassword } from '../../../ui/form/sign-out.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { changeProblem, freshProblem } from './password-change.ts'
import { FreshPassword, usePolicy } from './password-fields.tsx'
import { text } from './password-text.ts'

interface Typed {
  old: string
  fresh: string
  confirm: string
}

/** Changes the user's own password, which ends the session and asks for a new sign-in. */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const policy = usePolicy()
  const [problem, setProblem] = useState('')
  const change = async ({ old, fresh }: Typed) => {
    setProblem('')
    const [oldPassword, password] = await Promise.all([encrypt(old), encrypt(fresh)])
    const answer = await send(self.changePassword, { body: { userId: session.get().id, oldPassword, password } })
    const sentence = changeProblem(answer)
    // Answers with status false have been alerted already (ERR-01).
    if (sentence !== undefined) setProblem(answer.status === false ? '' : sentence)
    if (!ok(answer)) return false
    await signOutForNewPassword()
    showToast(text.changed, ERROR_MS, 'success')
    return true
  }
  return (
    <FormDialog<Typed> title={text.title} small form={form} initial={{}} onSubmit={change} onClose={onClose}>
      {problem && <Alert type="error" title={problem} showIcon className="form-alert" role="alert" />}
      <Form.Item name="old" label={text.old} rules={[{ required: true, message: text.oldMissing }]}>
        <Input.Password maxLength={PASSWORD_LONGEST} autoComplete="current-password" />
      </Form.Item>
      <FreshPassword
        problem={typed => freshProblem(typed, form.getFieldValue('old') as string, policy)}
        confirmMissing={text.confirmMissing}
      />
    </FormDialog>
  )
}
