import { ownPhone } from '@hufu/contract/own-phone'
import { user } from '@hufu/contract/user'
import type { UserProfile } from '@hufu/contract/user-shapes'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useAction } from '../../kernel/calls.ts'
import { notifier, ok } from '../../kernel/client.ts'
import { CONFIG_MS } from '../../kernel/constants.ts'
import { confirmAct } from '../../parts/confirm-act.ts'
import { useDialog } from '../../parts/use-dialog.ts'
import { text } from './text.ts'

// Most come to look, not to bind.
const PhoneDialog = lazy(() => import('./phone-dialog.tsx'))

/** The telephone of one's own account (D-32). */
export function Phone({ profile }: { profile: UserProfile }) {
  const dialog = useDialog()
  const unbind = useAction(ownPhone.unbind, { refreshes: [user.profile] })
  const ask = () =>
    confirmAct({
      title: text.unbindTitle,
      content: text.unbindText,
      okText: text.unbindPhone,
      danger: true,
      run: async () => {
        if (ok(await unbind.run())) notifier.toast(text.unbound, CONFIG_MS, 'success')
      },
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
      {dialog.isOpen && (
        <Suspense>
          <PhoneDialog isFirst={!profile.phone} onClose={dialog.close} />
        </Suspense>
      )}
    </div>
  )
}
