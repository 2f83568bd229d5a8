import type { ReactNode } from 'react'
import type { Block, Inline } from './guide.ts'

interface Props {
  blocks: readonly Block[]
  onGo: (name: string) => void
}

/** Renders a guide as elements, never as HTML. */
export function GuideText({ blocks, onGo }: Props) {
  const line = (parts: readonly Inline[]): ReactNode[] => parts.map((part, index) => <InlineText key={index} part={part} onGo={onGo} />)
  return blocks.map(([kind, parts], index) => {
    if (kind === 'heading') return <h3 key={index}>{line(parts)}</h3>
    if (kind === 'text') return <p key={index}>{line(parts)}</p>
    const items = parts.map((item, at) => <li key={at}>{line(item)}</li>)
    return kind === 'steps' ? <ol key={index}>{items}</ol> : <ul key={index}>{items}</ul>
  })
}

function InlineText({ part, onGo }: { part: Inline; onGo: (name: string) => void }) {
  if (typeof part === 'string') return part
  const [kind, said, label] = part
  if (kind === 'button') return <b>{said}</b>
  if (kind === 'code') return <code>{said}</code>
  return (
    <button type="button" className="help-link" onClick={() => onGo(said.replace(/\.md$/, ''))}>
      {label}
    </button>
  )
}
