import { passwordProblem } from '@hufu/contract/credentials/password'
import { self } from '@hufu/contract/sign-in/sign-in'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { ok, send } from '../platform/client.ts'
import { ERROR_MS, SMALL_DIALOG_WIDTH } from '../platform/constants.ts'
import { encrypt } from '../platform/transport/encrypt.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { signOut, signOutForNewPassword } from '../ui/form/sign-out.ts'
import { changeProblem } from '../domains/credentials/password/password-change.ts'
import { FreshPassword, usePolicy } from '../domains/credentials/password/password-fields.tsx'
import { text } from '../domains/credentials/password/password-text.ts'
import { text as shellText } from './text.ts'
import { showToast } from '../ui/toasts.tsx'

type Type = 'first' | 'default' | 'expired' | ''
interface Props {
  type: Type
  /** The only ways out are a new password and signing out (O-26). */
  isForce: boolean
  onClose: () => void
  /** Goes on in this session; absent while a second factor is due. */
  onContinue: (() => void) | undefined
}

/** The password change the server requires after sign-in; an expired password is explained first. */
export default function ForcedChange(props: Props) {
  const { type, isForce, onClose } = props
  const [isExplained, setExplained] = useState(type !== 'expired')
  if (isExplained) return <ForcedForm {...props} />
  return (
    <Modal
      open
      title={text.expiredTitle}
      width={SMALL_DIALOG_WIDTH}
      closable={!isForce}
      keyboard={!isForce}
      mask={{ closable: false }}
      onOk={() => setExplained(true)}
      onCancel={onClose}
      {...(isForce && { cancelButtonProps: { style: { display: 'none' } } })}
    >
      {text.expiredText}
    </Modal>
  )
}

interface Typed {
  fresh: string
  confirm: string
}

function ForcedForm({ type, isForce, onClose, onContinue }: Props) {
  const policy = usePolicy()
  const [problem, setProblem] = useState('')
  const change = async ({ fresh }: Typed) => {
    setProblem('')
    const answer = await send(self.setForcedPassword, { body: { password: await encrypt(fresh) } })
    const sentence = changeProblem(answer)
    if (sentence !== undefined) setProblem(answer.status === false ? '' : sentence)
    if (!ok(answer)) return false
    // Only the first password of a user is followed by their session (decision 0140); the message is shown after a sign-out.
    if (type === 'first' && onContinue) onContinue()
    else await signOutForNewPassword()
    showToast(text.forcedChanged, ERROR_MS, 'success')
    return true
  }
  const why = type === 'first' || type === 'default' ? text[type] : text.expiredText
  return (
    <FormDialog<Typed>
      title={text.forcedTitle}
      small
      canClose={!isForce}
      initial={{}}
      onSubmit={change}
      onClose={onClose}
      aside={isForce && <Button onClick={() => void signOut()}>{shellText.account.dropSession}</Button>}
    >
      <Alert type={problem ? 'error' : 'info'} title={problem || why} showIcon className="form-alert" role={problem ? 'alert' : 'note'} />
      <FreshPassword problem={typed => passwordProblem(typed ?? '', policy)} confirmMissing={text.forcedConfirmMissing} />
    </FormDialog>
  )
}
