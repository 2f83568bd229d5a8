import { useState } from 'react'
import { PageLink } from '../page-link.tsx'
import { FreshPasswordForm } from './retrieve-password.tsx'
import { retrieve } from './retrieve-text.ts'
import { send } from '../../platform/client.ts'
import { CallError, ok } from '../../platform/transport/wire.ts'
import { calls } from '../calls.ts'
import { PhoneForm } from '../phone/phone-form.tsx'

/** The answer of checkPhoneCore without a pending second step. */
export interface Proof {
  proof: string
  users: { userId: string; userName: string }[]
}

/** Recovery in three steps: telephone, account, new password. */
export function RetrievePage() {
  const [proof, setProof] = useState<Proof | null>(null)
  const [userId, setUserId] = useState('')
  const step = !proof ? 0 : !userId ? 1 : 2
  return (
    <>
      <h1>{retrieve.title}</h1>
      <Steps step={step} />
      {step === 0 && <OwnerForm onProven={setProof} />}
      {step === 1 && <AccountForm users={proof!.users} onChosen={setUserId} onBack={() => setProof(null)} />}
      {step === 2 && <FreshPasswordForm proof={proof!.proof} userId={userId} onOver={() => (setUserId(''), setProof(null))} />}
      <p className="quiet">{retrieve.how}</p>
      <PageLink to="/login">{retrieve.back}</PageLink>
    </>
  )
}

function Steps({ step }: { step: number }) {
  return (
    <ol className="steps" aria-label={retrieve.stepOf(step + 1, retrieve.steps[step]!)}>
      {retrieve.steps.map((name, index) => (
        <li key={name} aria-current={index === step ? 'step' : undefined} data-done={index < step}>
          {name}
        </li>
      ))}
    </ol>
  )
}

const ownerWords = { submit: retrieve.next, pending: retrieve.checking }

const OwnerForm = ({ onProven }: { onProven: (proof: Proof) => void }) => (
  <PhoneForm type="recover" words={ownerWords} send={(telephone, code) => prove({ telephone, code }, onProven)} />
)

/** The sentence of a refusal, '' if it has been shown. */
async function prove(body: { telephone: string; code: string }, onProven: (proof: Proof) => void): Promise<string | undefined> {
  try {
    const answer = await send(calls.phoneCheck, { body })
    if (!ok(answer) || !('proof' in answer.data)) return answer.status === false ? '' : answer.message
    onProven(answer.data)
    return undefined
  } catch (error) {
    if (error instanceof CallError) return error.isShown ? '' : error.message
    throw error
  }
}

function AccountForm({ users, onChosen, onBack }: { users: Proof['users']; onChosen: (userId: string) => void; onBack: () => void }) {
  const [chosen, setChosen] = useState(users[0]?.userId ?? '')
  return (
    <form onSubmit={event => (event.preventDefault(), onChosen(chosen))}>
      <fieldset className="accounts">
        <legend>{retrieve.account}</legend>
        {users.map(({ userId, userName }) => (
          <label className="check" key={userId}>
            <input type="radio" name="account" checked={userId === chosen} onChange={() => setChosen(userId)} />
            {userName}
          </label>
        ))}
      </fieldset>
      <button type="submit" className="primary">
        {retrieve.next}
      </button>
      <button type="button" className="link" onClick={onBack}>
        {retrieve.previous}
      </button>
    </form>
  )
}
