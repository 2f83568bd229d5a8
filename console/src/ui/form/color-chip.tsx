import type { ReactNode } from 'react'
import './color-chip.css'

/** A word with a coloured dot; the word alone has the meaning. */
export function ColorChip({ color, children }: { color?: string | null | undefined; children: ReactNode }) {
  return (
    <span className="chip color-chip">
      {color && <i className="color-dot" data-color={color} aria-hidden="true" />}
      {children}
    </span>
  )
}
