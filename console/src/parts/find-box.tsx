import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Floating } from './floating.tsx'

interface Hit {
  value: string
  label: ReactNode
  title?: string
}
interface Props {
  /** What is sought; also stands in the empty field. */
  label: string
  onType: (typed: string) => void
  hits: readonly Hit[]
  /** What to say where nothing is found; undefined while that is not known. */
  nothing: string | undefined
  onChoose: (value: string) => void
}

/** A field that finds: hits below it, ↑ ↓ Enter choose, Esc puts them away. The focus stays in the field. */
export function FindBox({ label, onType, hits, nothing, onChoose }: Props) {
  const id = useId()
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const type = (next: string) => {
    setTyped(next)
    setAt(0)
    setOpen(true)
    onType(next)
  }
  const end = () => {
    type('')
    setOpen(false)
  }
  const choose = (value: string) => {
    onChoose(value)
    end()
  }
  const byKey = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const hit = hits[at]
    if (move !== undefined && hits.length > 0) {
      setOpen(true)
      setAt((at + move + hits.length) % hits.length)
    } else if (event.key === 'Enter' && isOpen && hit) choose(hit.value)
    else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      end()
    } else return
    event.preventDefault()
  }
  const shown = isOpen && (hits.length > 0 || nothing !== undefined)
  return (
    <>
      <input
        ref={setField}
        className="find-box"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? id : undefined}
        aria-activedescendant={shown && hits.length > 0 ? `${id}${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        value={typed}
        onChange={event => type(event.target.value)}
        onKeyDown={byKey}
        onBlur={end}
      />
      {shown && field && (
        <Floating anchor={field} onClose={end}>
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist shows one line of plain text for a hit */}
          <div id={id} role="listbox" className="find-hits" aria-label={label}>
            {hits.map((hit, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- worked from the field
              <div
                key={hit.value}
                ref={index === at ? intoSight : undefined}
                id={`${id}${index}`}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the listbox
                role="option"
                className="find-hit"
                aria-selected={index === at}
                title={hit.title}
                // The focus is to stay in the field.
                onMouseDown={event => event.preventDefault()}
                onClick={() => choose(hit.value)}
              >
                {hit.label}
              </div>
            ))}
          </div>
          {hits.length === 0 && <output className="find-nothing">{nothing}</output>}
        </Floating>
      )}
    </>
  )
}

const intoSight = (hit: HTMLElement | null) => hit?.scrollIntoView({ block: 'nearest' })
