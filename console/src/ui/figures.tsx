import { Link } from 'react-router'
import { language } from '../platform/language.ts'
import './figures.css'

export interface Figure {
  name: string
  /** A number is formatted for the language. */
  value: number | string
  unit?: string
  /** A tooltip. */
  hint?: string
  /** A note that is always visible. */
  note?: string | undefined
  /** A link to the list of what is counted, or an action that shows it on this page. */
  to?: string | undefined
  onOpen?: () => void
}

/** Numbers in a strip; as a table if there are many, or as one line in a list's toolbar. */
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
