import { useState } from 'react'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { chooseIdleMinutes, idleMinutes } from './idle.ts'
import { text } from './text.ts'

const CHOICES = [0, 1, 5, 10, 15, 30, 60]
const words = text.auto
const options = CHOICES.map(minutes => ({ value: String(minutes), label: minutes === 0 ? words.off : words.after(minutes) }))

/** The user's choice for this browser; off by default. */
export function AutoLock() {
  const [minutes, setMinutes] = useState(idleMinutes)
  const choose = (value: string) => {
    chooseIdleMinutes(Number(value))
    setMinutes(Number(value))
  }
  return (
    <section className="factor" aria-label={words.title}>
      <div className="setting">
        <div>
          <h2>{words.title}</h2>
          <p>{words.about}</p>
        </div>
        <SelectField options={options} value={minutes} onChange={choose} aria-label={words.title} />
      </div>
    </section>
  )
}
