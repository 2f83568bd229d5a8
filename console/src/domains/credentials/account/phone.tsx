import { accountPhone } from '@hufu/contract/credentials/account-phone'
import { user } from '@hufu/contract/directory/user'
import type { UserProfile } from '@hufu/contract/directory/user-shapes'
import { Button } from 'antd'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { text } from './text.ts'

// Loaded when opened, as most visits bind nothing.
const PhoneDialog = lazyComponent(() => import('./phone-dialog.tsx'))

/** The user's own telephone. */
export function Phone({ profile }: { profile: UserProfile }) {
  const dialog = useDialog()
  const unbind = useAction(accountPhone.unbind, { refreshes: [user.profile] })
  const act = async () => {
    if (ok(await unbind.run())) notifier.done(text.unbound)
  }
  const ask = () =>
    confirmAct({
      title: text.unbindTitle,
      content: text.unbindText,
      okText: text.unbindPhone,
      danger: true,
      // Not awaited, so that the confirmation closes before a step-up dialog opens.
      run: async () => void act(),
    })
  return (
    <div className="setting">
      <div>
        <h2>{text.phone}</h2>
        <p>{text.phoneAbout(profile.phone)}</p>
      </div>
      <div className="setting-acts">
        {profile.phone && <Button onClick={ask}>{text.unbindPhone}</Button>}
        <Button onClick={() => dialog.open()}>{profile.phone ? text.changePhone : text.bindPhone}</Button>
      </div>
      {dialog.isOpen && <PhoneDialog isFirst={!profile.phone} onClose={dialog.close} />}
    </div>
  )
}
