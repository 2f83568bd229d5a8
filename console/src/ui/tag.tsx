import type { ReactNode } from 'react'

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'plain'

/** A state in words, with a dot: never colour alone. */
export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`status status-${tone}`}>
      <i className="status-dot" aria-hidden="true" />
      {children}
    </span>
  )
}

/** A short word that classifies a row: main job, built in, button … */
export function Tag({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`chip chip-${tone}`}>{children}</span>
}
