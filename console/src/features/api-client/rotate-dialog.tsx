import { apiClient, type ApiClient } from '@hufu/contract/api-client'
import { Form, Radio } from 'antd'
import { useState } from 'react'
import { useAction } from '../../kernel/calls.ts'
import { ok } from '../../kernel/client.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { text } from './text.ts'
import { CLIENT_LISTS } from './use-client-acts.ts'
import './api-client.css'

const words = text.rotate

/** A new secret, and what becomes of the former; then it is shown once. */
export default function RotateDialog({ of, onClose }: { of: ApiClient; onClose: () => void }) {
  const reset = useAction(apiClient.resetSecret, { refreshes: CLIENT_LISTS })
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
      title={words.title}
      initial={{ endFormer: false }}
      okText={words.ok}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dialog-words">{words.about}</p>
      <Form.Item name="endFormer" label={words.choice}>
        <Radio.Group className="client-choices">
          <Radio value={false}>
            <strong>{words.keep}</strong>
            <small>{words.keepHint}</small>
          </Radio>
          <Radio value>
            <strong>{words.end}</strong>
            <small>{words.endHint}</small>
          </Radio>
        </Radio.Group>
      </Form.Item>
    </FormDialog>
  )
}
