import { type KeyboardEvent, type ReactNode, useId } from 'react'

interface Tab {
  key: string
  label: string
  children: ReactNode
  /** The first tab of a group: with a line above it in a vertical list. */
  begins?: boolean | undefined
}
interface Props {
  activeKey: string
  onChange: (key: string) => void
  items: readonly Tab[]
  className?: string
  /** A vertical list beside the panel, for many tabs. */
  isAside?: boolean
}

/** Panels of which one is mounted. ← → Home End choose. */
export function Tabs({ activeKey, onChange, items, className = '', isAside = false }: Props) {
  const id = useId()
  const at = Math.max(
    0,
    items.findIndex(item => item.key === activeKey),
  )
  const byKey = (event: KeyboardEvent<HTMLElement>) => {
    const count = items.length
    const key = isAside ? event.key.replace('Down', 'Right').replace('Up', 'Left') : event.key
    const next = { ArrowRight: (at + 1) % count, ArrowLeft: (at - 1 + count) % count, Home: 0, End: count - 1 }[key]
    if (next === undefined) return
    event.preventDefault()
    onChange(items[next]!.key)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div className={`tabs ${isAside ? 'tabs-aside' : className}`}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is with its tabs */}
      <div role="tablist" className="tab-list" aria-orientation={isAside ? 'vertical' : 'horizontal'} onKeyDown={byKey}>
        {items.map(({ key, label, begins }, index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}${key}`}
            className={begins ? 'tab begins' : 'tab'}
            aria-selected={index === at}
            aria-controls={`${id}panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onChange(key)}
          >
            {label}
          </button>
        ))}
      </div>
      <div key={items[at]?.key} role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${items[at]?.key}`}>
        {items[at]?.children}
      </div>
    </div>
  )
}
