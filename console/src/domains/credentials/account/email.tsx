import type { UserProfile } from '@hufu/contract/directory/user-shapes'
import { Button } from 'antd'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { text } from './text.ts'

// Loaded when opened, as most visits change nothing.
const EmailDialog = lazyComponent(() => import('./email-dialog.tsx'))

/** The user's own e-mail address, and whether it is verified. */
export default function Email({ profile: { email, emailVerified } }: { profile: UserProfile }) {
  const dialog = useDialog()
  const act = email === null ? text.bindEmail : emailVerified ? text.changeEmail : text.proveEmail
  return (
    <div className="setting">
      <div>
        <h2>{text.email}</h2>
        <p>
          {email ?? text.noEmail}
          {email !== null && (
            <StatusTag tone={emailVerified ? 'good' : 'plain'}>{emailVerified ? text.emailProven : text.emailUnproven}</StatusTag>
          )}
        </p>
        <p>{text.emailAbout}</p>
      </div>
      <Button onClick={() => dialog.open()}>{act}</Button>
      {dialog.isOpen && <EmailDialog email={email} onClose={dialog.close} />}
    </div>
  )
}
