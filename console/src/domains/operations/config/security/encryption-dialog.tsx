import { ENCRYPT_METHODS } from '@hufu/contract/credentials/password'
import { stripBlanks } from '@hufu/contract/text-rules'
import { Form, Input } from 'antd'
import { notifier } from '../../../../platform/client.ts'
import { INITIAL_PASSWORD_MAX, WARNING_MS } from '../../../../platform/constants.ts'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { text } from './text.ts'

const words = text.encryption
interface Typed {
  password?: string
  method: string
}

/** Initial password and encryption method. Its confirm button says whom to ask, and makes no call (D-59, O-52). */
export default function EncryptionDialog({ method, onClose }: { method: string; onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const trim = () => form.setFieldValue('password', stripBlanks((form.getFieldValue('password') as string | undefined) ?? ''))
  return (
    <FormDialog<Typed>
      title={words.title}
      form={form}
      initial={{ method }}
      onSubmit={async () => notifier.toast(words.answer, WARNING_MS, 'warning')}
      onClose={onClose}
    >
      <Form.Item name="password" label={words.password}>
        <Input.Password maxLength={INITIAL_PASSWORD_MAX} autoComplete="new-password" onBlur={trim} />
      </Form.Item>
      <Form.Item name="method" label={words.method}>
        <SelectField options={ENCRYPT_METHODS.map(value => ({ value, label: value }))} />
      </Form.Item>
    </FormDialog>
  )
}
