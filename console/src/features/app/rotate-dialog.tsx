import { app, type AppDetail } from '@hufu/contract/app'
import { Form, Radio } from 'antd'
import { useState } from 'react'
import { useAction } from '../../kernel/calls.ts'
import { ok } from '../../kernel/client.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { text as words } from './detail-text.ts'
import { SecretDialog } from './secret-dialog.tsx'

const own = words.rotate

/** A new secret, and what becomes of the former; then it is shown once. */
export default function RotateDialog({ of, onClose }: { of: AppDetail; onClose: () => void }) {
  const reset = useAction(app.resetSecret)
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <SecretDialog clientId={of.clientId} clientSecret={secret} onClose={onClose} />
  /** Never closed by the form: the secret takes its place. */
  const submit = async ({ endFormer }: { endFormer: boolean }) => {
    const answer = await reset.run({ query: { id: of.id }, body: { endFormer } })
    if (ok(answer)) setSecret(answer.data.clientSecret)
    return false
  }
  return (
    <FormDialog<{ endFormer: boolean }>
      title={own.title}
      initial={{ endFormer: false }}
      okText={own.ok}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dialog-words">{own.about}</p>
      <Form.Item name="endFormer" label={own.choice}>
        <Radio.Group className="app-protocols">
          <Radio value={false}>
            <strong>{own.keep}</strong>
            <small>{own.keepHint}</small>
          </Radio>
          <Radio value>
            <strong>{own.end}</strong>
            <small>{own.endHint}</small>
          </Radio>
        </Radio.Group>
      </Form.Item>
    </FormDialog>
  )
}
