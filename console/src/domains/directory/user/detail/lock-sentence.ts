import type { UserLock } from '@hufu/contract/sign-in/incorrect-login'
import { text } from './lock-text.ts'

/** A sentence: until when an account is locked, and why. */
export const lockSentence = ({ unlockTime, failCount, lastIp, lockedBy, lockReason }: UserLock): string =>
  lockedBy === null ? text.byFailures(unlockTime, failCount, lastIp) : text.byHand(unlockTime, lockedBy, lockReason ?? '')
