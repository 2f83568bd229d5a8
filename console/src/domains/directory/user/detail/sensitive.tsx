import { user } from '@hufu/contract/directory/user'
import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useAction } from '../../../../platform/calls.ts'
import { ok } from '../../../../platform/client.ts'
import { REMARK_MAX } from '../../../../platform/constants.ts'
import { Can } from '../../../../ui/can.tsx'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { legal, needed } from '../../../../ui/form/rules.ts'
import { useDialog } from '../../../../ui/dialog/use-dialog.ts'
import { detailText } from './detail-text.ts'
import { text } from '../text.ts'

interface Props {
  id: string
  field: 'phone' | 'idCard'
  value: string | null
}

const SHOWN_SECONDS = 30
const words = detailText

/** Masked by the server; shown in clear for half a minute after giving a reason (N-05, D-71). */
export function Sensitive({ id, field, value }: Props) {
  const dialog = useDialog()
  const [clear, setClear] = useState<string>()
  if (value === null) return text.noValue
  if (clear !== undefined) return <Shown value={clear} onHide={() => setClear(undefined)} />
  return (
    <>
      <span className="sensitive">{value}</span>
      <Can call={user.reveal}>
        <Button type="link" size="small" className="reveal" aria-label={words.revealOf(text.fields[field])} onClick={() => dialog.open()}>
          {words.reveal}
        </Button>
      </Can>
      {dialog.isOpen && <ReasonDialog id={id} field={field} onShown={setClear} onClose={dialog.close} />}
    </>
  )
}

function Shown({ value, onHide }: { value: string; onHide: () => void }) {
  const [left, setLeft] = useState(SHOWN_SECONDS)
  useEffect(() => {
    if (left === 0) return onHide()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, onHide])
  return (
    <>
      <span className="sensitive">{value}</span>
      <Button type="link" size="small" className="reveal" onClick={onHide}>
        {words.hide}
      </Button>
      <span className="sensitive-left">{words.revealed(left)}</span>
    </>
  )
}

interface ReasonProps {
  id: string
  field: Props['field']
  onShown: (value: string) => void
  onClose: () => void
}

function ReasonDialog({ id, field, onShown, onClose }: ReasonProps) {
  const reveal = useAction(user.reveal)
  const submit = async ({ reason }: { reason: string }) => {
    const answer = await reveal.run({ body: { id, field, reason } })
    if (!ok(answer)) return false
    onShown(answer.data.value ?? text.noValue)
    return true
  }
  return (
    <FormDialog<{ reason: string }> small title={words.revealOf(text.fields[field])} initial={{}} onSubmit={submit} onClose={onClose}>
      <Form.Item name="reason" label={words.reason} extra={words.reasonHint} required validateFirst rules={[needed(words.reason), legal]}>
        <Input.TextArea maxLength={REMARK_MAX} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  )
}
