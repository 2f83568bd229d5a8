import type { ReactNode } from 'react'
import type { Block, Guide, Inline } from './guide.ts'

interface Props {
  blocks: readonly Block[]
  /** Those that can be opened: a link to another is its label alone. */
  guides: ReadonlyMap<string, Guide>
  onGo: (name: string) => void
}

/** Renders a guide as elements, never as HTML. */
export function GuideText({ blocks, ...rest }: Props) {
  const line = (parts: readonly Inline[]): ReactNode[] => parts.map((part, index) => <InlineText key={index} part={part} {...rest} />)
  return blocks.map(([kind, parts], index) => {
    if (kind === 'heading') return <h3 key={index}>{line(parts)}</h3>
    if (kind === 'text') return <p key={index}>{line(parts)}</p>
    const items = parts.map((item, at) => <li key={at}>{line(item)}</li>)
    return kind === 'steps' ? <ol key={index}>{items}</ol> : <ul key={index}>{items}</ul>
  })
}

function InlineText({ part, guides, onGo }: Omit<Props, 'blocks'> & { part: Inline }) {
  if (typeof part === 'string') return part
  const [kind, said, label] = part
  if (kind === 'button') return <b>{said}</b>
  if (kind === 'code') return <code>{said}</code>
  const name = said.replace(/\.md$/, '')
  if (!guides.has(name)) return label
  return (
    <button type="button" className="help-link" onClick={() => onGo(name)}>
      {label}
    </button>
  )
}
