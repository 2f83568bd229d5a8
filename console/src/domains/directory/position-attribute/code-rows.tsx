import type { CodeRow } from '@hufu/contract/directory/position-attribute'
import type { ReactNode } from 'react'
import { Tag } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const TONE = { new: 'info', present: 'plain', faulty: 'bad' } as const

/** Rows of a code table, and whether each would be added. */
export function CodeRows({ rows }: { rows: readonly CodeRow[] }) {
  return (
    <ul>
      {rows.map(({ code, name, state, reason }, n) => (
        // The index serves as key: two rows may have one code, and rows do not move.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={n} data-state={state}>
          <code>{code}</code>
          <span>{name}</span>
          <Tag tone={TONE[state]}>{reason ?? text.codes.states[state]}</Tag>
        </li>
      ))}
    </ul>
  )
}

/** The scrolling area of the rows. */
export function CodeRoom({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must do so without a mouse
    <section className="code-rows" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
