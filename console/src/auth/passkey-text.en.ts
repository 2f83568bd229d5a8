import type { Translated } from '@hufu/contract/language'
import type { passkeyText as chinese } from './passkey-text.ts'

export const passkeyText: Translated<typeof chinese> = {
  enter: 'Sign in with a passkey',
  waiting: 'Please follow your browser…',
  cancelled: 'Cancelled or timed out, please try again',
  failed: 'Passkeys cannot be used in this browser or at this address, please sign in another way',
}
