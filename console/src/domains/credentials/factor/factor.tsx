import { Passkeys } from './passkeys.tsx'
import { Totp } from './totp.tsx'
import './factor.css'

/** The door of this feature for others (house rule 3). */
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
