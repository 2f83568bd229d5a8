import { Passkeys } from './passkeys.tsx'
import { Totp } from './totp.tsx'
import './factor.css'

/** Parts other domains of the console use. */
export { FactorDue } from './due.tsx'
export { StepUpDialog } from './step-up.tsx'

/** The second factors and passkeys in the personal centre. */
export default function FactorSettings() {
  return (
    <>
      <Passkeys />
      <Totp />
    </>
  )
}
