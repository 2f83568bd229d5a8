import { useState, type FormEvent } from 'react'
import { FaceIdentityForm, type Person } from './face-identity-form.tsx'
import { FaceShot } from './face-shot.tsx'
import { text } from './face-text.ts'
import { FormProblem, showProblem } from '../notices.tsx'
import '../scan.css'

/** Asks for consent first, then name and number, then the face (D-31, 人脸识别技术应用安全管理办法). */
export function FaceLogin() {
  const [hasAgreed, setAgreed] = useState(false)
  const [person, setPerson] = useState<Person>()
  if (!hasAgreed) return <Consent onAgree={() => setAgreed(true)} />
  if (!person) return <FaceIdentityForm onKnown={setPerson} />
  return <FaceShot person={person} onBack={() => setPerson(undefined)} />
}

function Consent({ onAgree }: { onAgree: () => void }) {
  const [isTicked, setTicked] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    showProblem(isTicked ? '' : text.consent.missing)
    if (isTicked) onAgree()
  }
  return (
    <form noValidate onSubmit={submit}>
      <FormProblem />
      <section className="consent" aria-label={text.consent.title}>
        <h2>{text.consent.title}</h2>
        <ul>
          {text.consent.points.map(point => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
      <div className="row">
        <label className="check">
          <input type="checkbox" checked={isTicked} onChange={event => setTicked(event.target.checked)} />
          {text.consent.agree}
        </label>
      </div>
      <button type="submit" className="primary">
        {text.consent.next}
      </button>
    </form>
  )
}
