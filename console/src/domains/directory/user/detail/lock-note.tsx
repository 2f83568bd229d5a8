import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { useCall } from '../../../../platform/calls.ts'
import { lockSentence } from './lock-sentence.ts'

/** Until when an account is locked, and why. */
export default function LockNote({ userId }: { userId: string }) {
  const { data } = useCall(incorrectLogin.ofUser, { query: { userId }, quietly: true })
  return data ? <span className="detail-lock">{lockSentence(data)}</span> : null
}
