import { Alert, Button } from 'antd'
import { notifier } from '../../platform/client.ts'
import { WARNING_MS } from '../../platform/constants.ts'
import { Dialog } from './dialog.tsx'
import { CopyButton } from '../states.tsx'
import { text } from './secret-text.ts'
import './secret.css'

interface Props {
  clientId: string
  clientSecret: string
  onClose: () => void
}

/** Shows a secret, only this once; closes when the user confirms having saved it. */
export function SecretDialog({ clientId, clientSecret, onClose }: Props) {
  const copy = () =>
    // The clipboard is missing on plain http.
    (navigator.clipboard
      ? navigator.clipboard.writeText(`client_id=${clientId}\nclient_secret=${clientSecret}\n`)
      : Promise.reject(new Error())
    ).then(
      () => notifier.done(text.copied),
      () => notifier.toast(text.copyFailed, WARNING_MS, 'warning'),
    )
  const footer = (
    <>
      <span className="dialog-aside">
        <Button onClick={() => void copy()}>{text.copyBoth}</Button>
      </span>
      <Button type="primary" onClick={onClose}>
        {text.kept}
      </Button>
    </>
  )
  return (
    <Dialog title={text.title} canClose={false} onClose={onClose} footer={footer}>
      <Alert type="warning" title={text.about} showIcon className="form-alert" role="note" />
      <dl className="secret-lines">
        <dt>{text.clientId}</dt>
        <dd>
          <code>{clientId}</code>
          <CopyButton value={clientId} />
        </dd>
        <dt>{text.clientSecret}</dt>
        <dd>
          <code>{clientSecret}</code>
          <CopyButton value={clientSecret} />
        </dd>
      </dl>
    </Dialog>
  )
}
