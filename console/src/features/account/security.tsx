import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../../parts/states.tsx'
import { useDialog } from '../../parts/use-dialog.ts'
import PasswordDialog from '../../shell/password-dialog.tsx'
import { text } from './text.ts'

const OwnFactors = lazy(() => import('../factor/factor.tsx'))

export function Security() {
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
      <Suspense fallback={<Skeleton />}>
        <OwnFactors />
      </Suspense>
    </>
  )
}
