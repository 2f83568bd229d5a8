import { operLog } from '@hufu/contract/audit/audit'
import { Button } from 'antd'
import { useState } from 'react'
import { download } from '../../../platform/client.ts'
import type { Evidence } from './evidence-dialog.tsx'
import { text } from './text.ts'

const words = text.verify
const GROUPS = /.{1,4}/g
const GROUP_SEPARATOR = ' '

/** How an auditor verifies the file, and the key fingerprint to compare. */
export function HowToVerify({ of: { fingerprint } }: { of: Evidence }) {
  const command = words.command(fingerprint)
  return (
    <ol className="verify-steps" aria-label={words.steps}>
      <li>
        {words.program}
        <p>
          <Button size="small" onClick={() => void download(operLog.verifier)}>
            {words.download}
          </Button>
        </p>
      </li>
      <li>
        {words.run}
        <Copied name={words.copyCommand} value={command} />
      </li>
      <li>{words.result}</li>
      <li>
        {words.fingerprintNote}
        <Copied name={words.copyFingerprint} value={fingerprint} shown={fingerprint.match(GROUPS)?.join(GROUP_SEPARATOR)} />
      </li>
    </ol>
  )
}

/** An exact value with a copy button. */
export function Copied({ name, value, shown = value }: { name: string; value: string; shown?: string | undefined }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard?.writeText(value).then(() => setCopied(true))
  return (
    <span className="copied">
      <code>{shown}</code>
      <Button size="small" type="link" aria-label={name} onClick={copy}>
        {isCopied ? words.copied : words.copy}
      </Button>
    </span>
  )
}
