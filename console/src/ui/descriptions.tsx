import type { ReactNode } from 'react'
import { text } from './text.ts'

/** Names and values of a record, read only: [label, value] pairs in two columns. */
export function Descriptions({ of }: { of: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {of.map(([label, value]) => (
        <div key={label} className="fact">
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? text.facts.none : value}</dd>
        </div>
      ))}
    </dl>
  )
}
