import type { ReactNode } from 'react'
import './color-chip.css'

/** A word with a dot of its colour before it: the colour helps to find it, the word says what it is. */
export function ColorChip({ color, children }: { color?: string | null | undefined; children: ReactNode }) {
  return (
    <span className="chip color-chip">
      {color && <i className="color-dot" data-color={color} aria-hidden="true" />}
      {children}
    </span>
  )
}
