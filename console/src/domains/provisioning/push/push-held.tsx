import { push, type PushState } from '@hufu/contract/provisioning/push'
import { Alert, Form } from 'antd'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { PushNames } from './push-names.tsx'
import { text } from './push-text.ts'

interface Props {
  of: PushState
  onReleased: () => void
}

/** Pushes the brake holds back: the objects, and a button to release them. */
export function PushHeld({ of: { appId, held: heldPushes }, onReleased }: Props) {
  const dialog = useDialog()
  const because = heldPushes.mayRelease
    ? undefined
    : heldPushes.releaseTime === null
      ? text.askOther
      : text.askOtherUntil(heldPushes.releaseTime)
  return (
    <section className="push-held">
      <Alert
        type="warning"
        showIcon
        role="note"
        title={text.held(heldPushes.count, heldPushes.limit)}
        description={
          <>
            {heldPushes.since !== null && <p>{text.heldSince(heldPushes.since)}</p>}
            <PushNames of={heldPushes.names} />
            <p className="push-acts">
              <ActButton call={push.release} danger disabled={because !== undefined} onClick={() => dialog.open()}>
                {text.release}
              </ActButton>
              {because !== undefined && <span className="push-hint">{because}</span>}
            </p>
          </>
        }
      />
      {dialog.isOpen && <ReleaseDialog appId={appId} count={heldPushes.count} onReleased={onReleased} onClose={dialog.close} />}
    </section>
  )
}

interface ReleaseProps {
  appId: string
  count: number
  onReleased: () => void
  onClose: () => void
}
function ReleaseDialog({ appId, count, onReleased, onClose }: ReleaseProps) {
  const release = useAction(push.release)
  const submit = async ({ reason }: { reason: string }) => {
    const answer = await release.run({ body: { appId, reason: reason.trim() || null } })
    if (!ok(answer)) return false
    notifier.done(text.released(answer.data))
    onReleased()
    return true
  }
  return (
    <FormDialog small danger title={text.releaseTitle} okText={text.release} initial={{ reason: '' }} onSubmit={submit} onClose={onClose}>
      <p className="dialog-words">{text.releaseText(count)}</p>
      <Form.Item name="reason" label={text.reason}>
        <TrimInput maxLength={200} />
      </Form.Item>
    </FormDialog>
  )
}
