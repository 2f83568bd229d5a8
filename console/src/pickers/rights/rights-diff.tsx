import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { Difference, Entry } from './rights.ts'
import { text } from './rights-text.ts'
import './rights.css'

const words = text.rights

interface Props {
  of: Difference
  /** Who is affected. */
  note: ReactNode
  /** The buttons to save and undo. */
  children: ReactNode
}

/** Rights to be gained and lost, counted, and who is affected; shown before saving. */
export function RightsDiff({ of: { gained, lost }, note, children }: Props) {
  const isChanged = gained.length + lost.length > 0
  return (
    <aside className="card rights-diff" aria-label={words.summary}>
      <h2 className="card-title">{words.summary}</h2>
      <output className="rights-count">
        {isChanged ? (
          <>
            <span className="rights-gain">{words.gained(gained.length)}</span>
            <span className="rights-loss">{words.lost(lost.length)}</span>
          </>
        ) : (
          words.unchanged
        )}
      </output>
      <p className="rights-people">{note}</p>
      <div className="rights-save">{children}</div>
      {isChanged && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
        <section className="rights-lists" aria-label={words.listed} tabIndex={0}>
          <Side entries={gained} icon={<PlusOutlined aria-hidden />} label={words.gained(gained.length)} tone="gain" />
          <Side entries={lost} icon={<MinusOutlined aria-hidden />} label={words.lost(lost.length)} tone="loss" />
        </section>
      )}
    </aside>
  )
}

interface SideProps {
  entries: readonly Entry[]
  icon: ReactNode
  label: string
  tone: 'gain' | 'loss'
}

function Side({ entries, icon, label, tone }: SideProps) {
  if (entries.length === 0) return null
  return (
    <ul className={`rights-side rights-${tone}`} aria-label={label}>
      {entries.map(entry => (
        <li key={entry.id}>
          {icon}
          <span>{entry.path}</span>
        </li>
      ))}
    </ul>
  )
}
