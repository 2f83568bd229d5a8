import { Link } from 'react-router'
import { language } from '../platform/language.ts'
import './figures.css'

export interface Figure {
  name: string
  /** A number is spelled as the language does. */
  value: number | string
  unit?: string
  /** What is to be known of it, for whoever points at it. */
  hint?: string
  /** What is to be said of it at once. */
  note?: string | undefined
  /** Where what is counted is listed: an address, or what shows it here. */
  to?: string | undefined
  onOpen?: () => void
}

/** How things stand, in numbers: one strip, a table where there are many, one line in the toolbar of a list. */
export function Figures({ label, of }: { label: string; of: readonly Figure[] }) {
  return (
    <section className="figures" aria-label={label}>
      {of.map(figure => (
        <One key={figure.name} of={figure} />
      ))}
    </section>
  )
}

function One({ of }: { of: Figure }) {
  const { name, value, unit, hint, note, to, onOpen } = of
  const inside = (
    <>
      <span className="figure-name">{name}</span>{' '}
      <span className="figure-count">
        {typeof value === 'number' ? value.toLocaleString(language) : value}
        {unit !== undefined && <small> {unit}</small>}
      </span>
      {note !== undefined && <span className="figure-note">{note}</span>}
    </>
  )
  if (to !== undefined)
    return (
      <Link className="figure figure-open" to={to}>
        {inside}
      </Link>
    )
  if (onOpen)
    return (
      <button type="button" className="figure figure-open" onClick={onOpen}>
        {inside}
      </button>
    )
  return (
    <div className="figure" title={hint}>
      {inside}
    </div>
  )
}
