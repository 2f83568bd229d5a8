import { Alert, Button } from 'antd'
import { Dialog } from '../../parts/dialog.tsx'
import { CopyButton } from '../../parts/states.tsx'
import { text } from './text.ts'
import './api-client.css'

const words = text.secret

interface Props {
  clientId: string
  clientSecret: string
  onClose: () => void
}

/** Shown this once: it goes only by the word that it is kept. */
export function SecretDialog({ clientId, clientSecret, onClose }: Props) {
  const footer = (
    <Button type="primary" onClick={onClose}>
      {words.kept}
    </Button>
  )
  return (
    <Dialog title={words.title} canClose={false} onClose={onClose} footer={footer}>
      <Alert type="warning" title={words.about} showIcon className="form-alert" role="note" />
      <dl className="client-secret">
        <dt>{words.clientId}</dt>
        <dd>
          <code>{clientId}</code>
          <CopyButton value={clientId} />
        </dd>
        <dt>{words.clientSecret}</dt>
        <dd>
          <code>{clientSecret}</code>
          <CopyButton value={clientSecret} />
        </dd>
      </dl>
    </Dialog>
  )
}
