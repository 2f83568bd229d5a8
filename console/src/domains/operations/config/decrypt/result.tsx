import { Button, Input } from 'antd'
import { notifier } from '../../../../platform/client.ts'
import { WARNING_MS } from '../../../../platform/constants.ts'
import { text } from './text.ts'
import type { ShownResult } from './use-result.ts'

export function Result({ of }: { of: ShownResult }) {
  if (of.value === undefined) return null
  const copy = () =>
    of.copy().then(
      () => notifier.done(text.copied),
      () => notifier.toast(text.copyFailed, WARNING_MS, 'warning'),
    )
  return (
    <section className="decrypt-result" aria-label={text.result}>
      <div className="decrypt-result-head">
        <span>{text.left(of.left)}</span>
        <Button type="link" size="small" onClick={() => void copy()}>
          {text.copy}
        </Button>
        <Button type="link" size="small" onClick={of.wipe}>
          {text.hide}
        </Button>
      </div>
      <Input.TextArea readOnly aria-label={text.result} value={of.value} autoSize={{ minRows: 2, maxRows: 8 }} className="lines-field" />
    </section>
  )
}
