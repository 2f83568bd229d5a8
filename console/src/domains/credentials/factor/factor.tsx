import { Passkeys } from './passkeys.tsx'
import { Totp } from './totp.tsx'
import './factor.css'

/** What the rest of the console uses of it. */
export { FactorDue } from './due.tsx'
export { StepUpDialog } from './step-up.tsx'

/** What one signs in with besides a password, in the personal centre. */
export default function OwnFactors() {
  return (
    <>
      <Passkeys />
      <Totp />
    </>
  )
}
