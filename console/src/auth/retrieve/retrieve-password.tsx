import { passwordProblem, passwordLengths, type PasswordPolicy } from '@hufu/contract/credentials/password'
import { useRef, useState, type FormEvent } from 'react'
import { toSignIn } from '../../platform/address.ts'
import { send } from '../../platform/client.ts'
import { ERROR_MS } from '../../platform/constants.ts'
import { encrypt } from '../../platform/transport/encrypt.ts'
import { useSystem } from '../../platform/session.ts'
import { CallError, ok } from '../../platform/transport/wire.ts'
import { calls } from '../calls.ts'
import { PasswordField } from '../fields.tsx'
import { signInNotifier, FormProblem, showProblem } from '../notices.tsx'
import { retrieve } from './retrieve-text.ts'

interface Props {
  proof: string
  userId: string
  /** The proof has expired, so recovery starts over. */
  onOver: () => void
}

/** The lists are not sent to signed-out users (O-33); the server checks them. */
function usePolicy(): PasswordPolicy {
  const passwordProfile = useSystem(value => value.publicConfig?.passwordProfile) ?? 'specification'
  const passwordStrength = useSystem(value => value.publicConfig?.passwordStrength) ?? 'medium'
  return { passwordProfile, passwordStrength, openPasswordBlacklist: false, passwordBlacklist: [], openCommonPasswords: false }
}

export function FreshPasswordForm({ proof, userId, onOver }: Props) {
  const policy = usePolicy()
  const { max } = passwordLengths(policy)
  const problemOf = (typed: string) => (typed ? (passwordProblem(typed, policy) ?? '') : retrieve.freshHint)
  const [{ fresh, confirm }, setValues] = useState({ fresh: '', confirm: '' })
  const [problems, setProblems] = useState({ fresh: '', confirm: '' })
  const [pending, setPending] = useState(false)
  const freshBox = useRef<HTMLInputElement>(null)
  const confirmBox = useRef<HTMLInputElement>(null)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    const found = { fresh: problemOf(fresh), confirm: !confirm ? retrieve.confirmHint : confirm === fresh ? '' : retrieve.mismatch }
    setProblems(found)
    if (found.fresh) return freshBox.current?.focus()
    if (found.confirm) return confirmBox.current?.focus()
    setPending(true)
    const refused = await recover(proof, userId, fresh)
    setPending(false)
    if (refused === undefined) {
      signInNotifier.toast(retrieve.done, ERROR_MS, 'success')
      return toSignIn('/login')
    }
    showProblem(refused || retrieve.failed)
    if (refused === retrieve.proofOver) onOver()
  }
  return (
    <form noValidate aria-busy={pending} onSubmit={event => void submit(event)}>
      <FormProblem />
      <PasswordField
        ref={freshBox}
        label={retrieve.fresh}
        placeholder={retrieve.freshHint}
        value={fresh}
        problem={problems.fresh}
        isDevice={false}
        maxLength={max}
        autoComplete="new-password"
        onChange={event => setValues({ fresh: event.target.value, confirm })}
        onBlur={() => fresh && setProblems({ ...problems, fresh: problemOf(fresh) })}
      />
      <PasswordField
        ref={confirmBox}
        label={retrieve.confirm}
        placeholder={retrieve.confirmHint}
        value={confirm}
        problem={problems.confirm}
        isDevice={false}
        maxLength={max}
        autoComplete="new-password"
        onChange={event => setValues({ fresh, confirm: event.target.value })}
      />
      <button type="submit" className="primary" disabled={pending}>
        {pending ? retrieve.submitting : retrieve.submit}
      </button>
    </form>
  )
}

/** Undefined: done. The sentence of the refusal otherwise. */
async function recover(proof: string, userId: string, password: string): Promise<string | undefined> {
  try {
    const answer = await send(calls.recover, { query: { proof }, body: { userId, password: await encrypt(password) } })
    return ok(answer) ? undefined : answer.message
  } catch (error) {
    if (error instanceof CallError) return error.isShown ? '' : error.message
    throw error
  }
}
