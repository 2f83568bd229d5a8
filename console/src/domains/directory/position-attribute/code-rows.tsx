import type { CodeRow } from '@hufu/contract/directory/position-attribute'
import type { ReactNode } from 'react'
import { Tag } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const TONE = { new: 'info', present: 'plain', faulty: 'bad' } as const

/** Codes and their names, and what taking them over would do with each. */
export function CodeRows({ rows }: { rows: readonly CodeRow[] }) {
  return (
    <ul>
      {rows.map(({ code, name, state, reason }, n) => (
        // Two rows may have one code; they do not move.
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

/** The room they are looked through in. */
export function CodeRoom({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must do so without a mouse
    <section className="code-rows" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
