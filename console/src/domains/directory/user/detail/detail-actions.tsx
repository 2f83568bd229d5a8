import { DownOutlined } from '@ant-design/icons'
import { factor } from '@hufu/contract/credentials/factor'
import { unlockPermit } from '@hufu/contract/sign-in/unlock-permit'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { type UserInFull, user } from '@hufu/contract/directory/user'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useAction } from '../../../../platform/calls.ts'
import { CONFIG_MS } from '../../../../platform/constants.ts'
import { download, notifier, ok } from '../../../../platform/client.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { useSession } from '../../../../platform/session.ts'
import { Can } from '../../../../ui/can.tsx'
import { confirmAct } from '../../../../ui/dialog/confirm-act.ts'
import { Dropdown } from '../../../../ui/dropdown.tsx'
import { useMay } from '../../../../ui/permitted.ts'
import { useAddressAct } from '../../../../ui/dialog/use-address-act.ts'
import { useDialog } from '../../../../ui/dialog/use-dialog.ts'
import { targetOf } from '../dialogs/user-target.ts'
import { type FreshPassword, PasswordsDialog } from '../dialogs/passwords-dialog.tsx'
import { ResetDialog } from '../dialogs/reset-dialog.tsx'
import { detailText } from './detail-text.ts'
import { text } from '../text.ts'
import { useUserActs } from '../dialogs/use-user-acts.ts'
import { VerifyDialog } from './verify-dialog.tsx'

/** A status that is only shown, never stored. */
const LOCKED = 2
const tell = (sentence: string) => notifier.toast(sentence, CONFIG_MS, 'info')
const UnlockDialog = lazyComponent(() => import('./unlock-dialog.tsx'))
const DiagnosisDrawer = lazyComponent(() => import('../../../../pickers/diagnosis/diagnosis-drawer.tsx'))

/** Operations on the user the page shows. */
export function DetailActions({ person }: { person: UserInFull }) {
  const navigate = useNavigate()
  const may = useMay()
  const me = useSession(session => session.id)
  const acts = useUserActs({ onDone: () => undefined, askSurely: () => undefined })
  const reset = useDialog()
  const verify = useDialog()
  const dialog = useDialog()
  const unlock = useDialog()
  const passwords = useDialog<FreshPassword[]>()
  const status = person.status === 0 ? 1 : 0
  const isBuiltIn = person.id === BUILT_IN_ACCOUNT
  const resetFactors = useAction(factor.reset)
  const askResetFactors = () =>
    confirmAct({
      title: detailText.resetFactorsTitle(person.realName),
      content: detailText.resetFactorsText,
      okText: detailText.resetFactors,
      danger: true,
      run: async () => ok(await resetFactors.run({ body: { id: person.id } })) && notifier.done(text.done),
    })
  const copyLink = async () => {
    await navigator.clipboard?.writeText(location.href)
    notifier.done(detailText.linkCopied)
  }
  const more = [
    { key: 'diagnosis', label: detailText.diagnosis, onClick: () => dialog.open() },
    { key: 'link', label: detailText.copyLink, onClick: () => void copyLink() },
    may(user.authenticate) && { key: 'verify', label: text.tools.authenticate, onClick: () => verify.open() },
    may(factor.reset) && person.id !== me && { key: 'factors', label: detailText.resetFactors, onClick: () => askResetFactors() },
    may(user.exportEmployee) && {
      key: 'personal',
      label: text.tools.personal,
      onClick: () => void download(user.exportEmployee, { query: { userId: person.id } }).catch(() => undefined),
    },
  ].filter(item => item !== false)
  const changeStatus = (wanted: 0 | 1, already: string) => (wanted === status ? acts.setStatus(targetOf(person), wanted) : tell(already))
  useAddressAct({
    diagnosis: () => dialog.open(),
    unlock:
      may({ permit: unlockPermit }) && (() => (person.status === LOCKED ? unlock.open() : tell(detailText.notLocked(person.realName)))),
    reset: may(user.resetPassword) && (() => reset.open()),
    disable: may(user.setStatus) && !isBuiltIn && (() => changeStatus(0, detailText.isDisabled(person.realName))),
    enable: may(user.setStatus) && !isBuiltIn && (() => changeStatus(1, detailText.isEnabled(person.realName))),
  })
  const show = (made: FreshPassword[]) => made.length > 0 && setTimeout(() => passwords.open(made))
  return (
    <>
      <Dropdown atEnd menu={{ items: more }}>
        <Button>
          {text.more} <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      {person.status === LOCKED && may({ permit: unlockPermit }) && (
        <Button type="primary" onClick={() => unlock.open()}>
          {text.tools.unlock}
        </Button>
      )}
      <Can call={user.setStatus}>
        <Button disabled={isBuiltIn} title={isBuiltIn ? text.tools.builtIn : ''} onClick={() => acts.setStatus(targetOf(person), status)}>
          {status ? text.tools.enable : text.tools.disable}
        </Button>
      </Can>
      <Can call={user.resetPassword}>
        <Button onClick={() => reset.open()}>{text.tools.reset}</Button>
      </Can>
      <Can call={user.update}>
        <Button type={person.status === LOCKED ? 'default' : 'primary'} onClick={() => void navigate(`/organiz/user/${person.id}`)}>
          {text.tools.edit}
        </Button>
      </Can>
      {reset.isOpen && <ResetDialog aim={targetOf(person)} onReset={show} onClose={reset.close} />}
      {unlock.isOpen && <UnlockDialog row={person} onClose={unlock.close} />}
      {dialog.isOpen && <DiagnosisDrawer of={{ person }} onClose={dialog.close} />}
      {verify.isOpen && <VerifyDialog person={person} onClose={verify.close} />}
      {passwords.item && <PasswordsDialog passwords={passwords.item} onClose={passwords.close} />}
    </>
  )
}
