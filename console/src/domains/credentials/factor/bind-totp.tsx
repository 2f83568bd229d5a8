import { factor } from '@hufu/contract/credentials/factor'
import type { ReplyOf } from '@hufu/contract/call'
import { totp } from '@hufu/contract/credentials/totp'
import { Alert, Form, Input } from 'antd'
import { useState, useEffect } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { matches, needed } from '../../../ui/form/rules.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { text } from './text.ts'
import { inBackground } from '../../../platform/error-log.ts'

const words = text.totp
const CODE = /^\d{6}$/
interface Typed {
  code: string
}
interface Props {
  begun: ReplyOf<typeof totp.begin>
  onClose: () => void
  onBound?: () => void
}

/** Shows the secret, asks for a first code, then shows the recovery codes. */
export function BindTotp({ begun, onClose, onBound }: Props) {
  const [codes, setCodes] = useState<readonly string[]>()
  const [problem, setProblem] = useState('')
  const confirm = useAction(totp.confirm, { refreshes: [factor.mine] })
  const bind = async ({ code }: Typed) => {
    setProblem('')
    const answer = await confirm.run({ body: { token: begun.token, code } })
    if (ok(answer)) {
      notifier.done(words.bound)
      setCodes(answer.data.codes)
    } else setProblem(answer.status === false ? '' : answer.message)
    // The recovery codes replace the form.
    return false
  }
  if (codes) return <RecoveryCodes codes={codes} onClose={() => (onBound?.(), onClose())} />
  return (
    <FormDialog<Typed> title={words.bindTitle} small initial={{}} okText={words.confirm} onSubmit={bind} onClose={onClose}>
      {problem && <Alert type="error" title={problem} showIcon className="form-alert" role="alert" />}
      <p>{words.scan}</p>
      <QrCode of={begun.uri} label={words.picture} />
      <p className="factor-secret">
        {words.byHand}
        <code>{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Form.Item name="code" label={words.code} required validateFirst rules={[needed(words.code), matches(CODE, words.codeForm)]}>
        <Input maxLength={6} inputMode="numeric" autoComplete="one-time-code" placeholder={words.codeHint} />
      </Form.Item>
    </FormDialog>
  )
}

/** The light border, as wide as readers need it. */
const BORDER = 4

/** Drawn in the browser, so that its content is sent to nobody; black on white in both themes. */
function QrCode({ of, label }: { of: string; label: string }) {
  const rows = useQrCode(of)
  if (!rows) return <div className="qr-code" />
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the modules are drawn as one path
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`} shapeRendering="crispEdges">
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function useQrCode(of: string): boolean[][] | undefined {
  const [rows, setRows] = useState<boolean[][]>()
  useEffect(() => {
    let isOver = false
    inBackground(import('uqr').then(({ encode }) => isOver || setRows(encode(of, { ecc: 'L', border: BORDER }).data)))
    return () => {
      isOver = true
    }
  }, [of])
  return rows
}
