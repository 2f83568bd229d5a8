import { useRef, useState, type FormEvent } from 'react'
import { toApp } from '../../platform/address.ts'
import { send } from '../../platform/client.ts'
import { calls } from '../calls.ts'
import { attempt } from '../enter.ts'
import { useCamera } from './face-camera.ts'
import { text } from './face-text.ts'
import { checkPerson, type Person } from './face-identity-form.tsx'
import { FormProblem, showProblem } from '../notices.tsx'
import { beginsSecondStep } from '../second-step.ts'

const TRIES = 3

/** Takes the picture. After three mismatches it offers another sign-in method. */
export function FaceShot({ person, onBack }: { person: Person; onBack: () => void }) {
  const { video, isReady, problem, retry, take } = useCamera()
  const { pending, left, submit } = useShot(person, take)
  if (left === 0) return <FormProblem />
  return (
    <form className="face" noValidate aria-busy={pending} onSubmit={event => void submit(event)}>
      <FormProblem />
      {problem && (
        <p role="alert" className="refusal">
          {text.problems[problem]}
        </p>
      )}
      <video ref={video} aria-label={text.camera} muted playsInline hidden={problem !== undefined} />
      {!problem && (
        <>
          <ol>
            {text.steps.map(step => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <button type="submit" className="primary" disabled={pending || !isReady}>
            {pending ? text.comparing : isReady ? text.take : text.starting}
          </button>
        </>
      )}
      {problem && !['insecure', 'missing'].includes(problem) && (
        <button type="button" className="primary" onClick={retry}>
          {text.retry}
        </button>
      )}
      <button type="button" className="link" onClick={() => (showProblem(''), onBack())}>
        {text.back}
      </button>
    </form>
  )
}

function useShot({ name, card, proof }: Person, take: () => string) {
  const [pending, setPending] = useState(false)
  const [left, setLeft] = useState(TRIES)
  // A proof is valid for one picture, so the next needs another.
  const proofAtHand = useRef(proof)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    showProblem('')
    setPending(true)
    const image = take()
    const outcome = await enterByFace({ name, card, proof: proofAtHand.current }, image)
    proofAtHand.current = ''
    setPending(false)
    if (outcome.in) return toApp()
    if (beginsSecondStep(outcome)) return undefined
    if (outcome.code !== '4') return outcome.isShown ? undefined : showProblem(outcome.message)
    setLeft(left - 1)
    showProblem(left > 1 ? text.left(left - 1) : text.enough)
  }
  return { pending, left, submit }
}

async function enterByFace({ name, card, proof }: Person, image: string) {
  const person = proof ? { name, card, proof } : await checkPerson({ name, card })
  if (typeof person === 'string') return { in: false, code: '', message: person, isShown: person === '' } as const
  return attempt(() => send(calls.faceLogin, { body: { ...person, image } }))
}
