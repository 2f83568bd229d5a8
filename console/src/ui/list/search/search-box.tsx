import { type KeyboardEvent, type ReactNode, type UIEvent, useId, useState } from 'react'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { Popover } from '../../popover.tsx'
import { scrollIntoSight, useHits } from './use-hits.ts'

interface Hit {
  value: string
  label: ReactNode
  title?: string
}
interface Props {
  /** What is searched; also the placeholder. */
  label: string
  onType: (typed: string) => void
  hits: readonly Hit[]
  /** Shown if nothing is found; undefined while searching. */
  nothing: string | undefined
  onChoose: (value: string) => void
  /** The hits are scrolled: more may be loaded. */
  onScroll: (event: UIEvent<HTMLElement>) => void
}

/** A search field with hits below: ↑ ↓ Enter choose, Esc closes. The focus stays in the field. */
export function SearchBox({ label, onType, hits, nothing, onChoose, onScroll }: Props) {
  const id = useId()
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const type = (next: string, isOn = true) => {
    setTyped(next)
    setOpen(isOn)
    onType(next)
  }
  const choose = (value: string) => {
    onChoose(value)
    type('', false)
  }
  // Closed hits get no keys.
  const walk = useHits(isOpen ? hits : NONE, hit => choose(hit.value))
  const { at } = walk
  const byKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      type('', false)
    } else if (!walk.byKey(event)) return
    event.preventDefault()
  }
  const shown = isOpen && (hits.length > 0 || nothing !== undefined)
  return (
    <>
      <input
        ref={setField}
        className="find-box"
        maxLength={INPUT_MAX}
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
        onChange={event => {
          type(event.target.value)
          walk.setAt(0)
        }}
        onKeyDown={byKey}
        onBlur={() => type('', false)}
      />
      {shown && field && (
        <Popover anchor={field} onClose={() => type('', false)}>
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist shows one line of plain text for a hit */}
          <div id={id} role="listbox" className="find-hits" aria-label={label} onScroll={onScroll}>
            {hits.map((hit, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- worked from the field
              <div
                key={hit.value}
                ref={index === at ? scrollIntoSight : undefined}
                id={`${id}${index}`}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the listbox
                role="option"
                className="find-hit"
                aria-selected={index === at}
                title={hit.title}
                // Keeps the focus in the field.
                onMouseDown={event => event.preventDefault()}
                onClick={() => choose(hit.value)}
              >
                {hit.label}
              </div>
            ))}
          </div>
          {hits.length === 0 && <output className="find-nothing">{nothing}</output>}
        </Popover>
      )}
    </>
  )
}

const NONE: readonly Hit[] = []
