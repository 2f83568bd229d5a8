import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import type { UserProfile } from '@hufu/contract/user-shapes'
import { Skeleton } from '../../parts/states.tsx'
import { useDialog } from '../../parts/use-dialog.ts'
import PasswordDialog from '../../shell/password-dialog.tsx'
import { Phone } from './phone.tsx'
import { text } from './text.ts'

const OwnFactors = lazy(() => import('../factor/factor.tsx'))

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
      <Suspense fallback={<Skeleton />}>
        <OwnFactors />
      </Suspense>
    </>
  )
}
