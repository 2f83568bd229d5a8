import { Alert, Button } from 'antd'
import { notifier } from '../../../platform/client.ts'
import { WARNING_MS } from '../../../platform/constants.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { text } from './text.ts'

const words = text.codes

/** Shows the codes, only this once; closes when the user confirms having saved them. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const lines = codes.join('\n')
  const copy = () =>
    // The clipboard is missing on plain http.
    (navigator.clipboard ? navigator.clipboard.writeText(lines) : Promise.reject(new Error())).then(
      () => notifier.done(words.copied),
      () => notifier.toast(words.copyFailed, WARNING_MS, 'warning'),
    )
  const footer = (
    <>
      <span className="dialog-aside">
        <Button onClick={() => void copy()}>{words.copy}</Button> <Button onClick={() => keep(lines)}>{words.download}</Button>
      </span>
      <Button type="primary" onClick={onClose}>
        {words.saved}
      </Button>
    </>
  )
  return (
    <Dialog title={words.title} small canClose={false} onClose={onClose} footer={footer}>
      <Alert type="warning" title={words.about} showIcon className="form-alert" role="note" />
      <ol className="recovery-codes" aria-label={words.list}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

/** Downloads a file made in the browser. */
function keep(lines: string): void {
  const url = URL.createObjectURL(new Blob([`${lines}\n`], { type: 'text/plain' }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = words.file
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
