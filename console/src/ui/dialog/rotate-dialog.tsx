import { Form, Radio } from 'antd'
import { useState } from 'react'
import { type Envelope, ok } from '../../platform/client.ts'
import { FormDialog } from './form-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { text } from './secret-text.ts'
import '../form/select-cards.css'

interface Props {
  clientId: string
  /** The consequences of each choice. */
  hints: { keep: string; end: string }
  rotate: (endFormer: boolean) => Promise<Envelope<{ clientSecret: string }>>
  onClose: () => void
}
const words = text.rotate

/** Creates a new secret, asks what to do with the former, and shows the new one once. */
export default function RotateDialog({ clientId, hints, rotate, onClose }: Props) {
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <SecretDialog clientId={clientId} clientSecret={secret} onClose={onClose} />
  /** The secret replaces the form, so the form does not close the dialog. */
  const submit = async ({ endFormer }: { endFormer: boolean }) => {
    const answer = await rotate(endFormer)
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
        <Radio.Group className="choice-cards">
          <Radio value={false}>
            <strong>{words.keep}</strong>
            <small>{hints.keep}</small>
          </Radio>
          <Radio value>
            <strong>{words.end}</strong>
            <small>{hints.end}</small>
          </Radio>
        </Radio.Group>
      </Form.Item>
    </FormDialog>
  )
}
