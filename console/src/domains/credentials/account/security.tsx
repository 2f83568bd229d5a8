import { Button } from 'antd'
import type { UserProfile } from '@hufu/contract/directory/user-shapes'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import PasswordDialog from '../password/password-dialog.tsx'
import FactorSettings from '../factor/factor.tsx'
import { AutoLock } from '../lock/auto-lock.tsx'
import { Phone } from './phone.tsx'
import { text } from './text.ts'

export { Bindings } from './bindings.tsx'

export default function Security({ profile }: { profile: UserProfile }) {
  const dialog = useDialog()
  return (
    <>
      <div className="setting">
        <div>
          <h2>{text.password}</h2>
          <p>{text.passwordAbout}</p>
        </div>
        <Button onClick={() => dialog.open()}>{text.change}</Button>
        {dialog.isOpen && <PasswordDialog onClose={dialog.close} />}
      </div>
      <Phone profile={profile} />
      <FactorSettings />
      <AutoLock />
    </>
  )
}
