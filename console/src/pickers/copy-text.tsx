import { Button } from 'antd'
import { useState } from 'react'
import { inBackground } from '../platform/error-log.ts'
import { text } from '../ui/text.ts'

/** A sentence to send to somebody, with a labelled copy button. */
export function CopyText({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => {
    inBackground(navigator.clipboard?.writeText(value).then(() => setCopied(true)))
  }
  return (
    <Button type="link" size="small" className="copy" onClick={copy}>
      {copied ? text.failure.copied : label}
    </Button>
  )
}
