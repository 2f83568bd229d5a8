import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import { language } from '../platform/language.ts'
import { text } from './text.ts'

interface Props {
  title: ReactNode
  /** One line under the title: what the page is for. */
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

const ActsContext = createContext<HTMLElement | null>(null)
const CountContext = createContext<HTMLElement | null>(null)

/** The frame of every page: its h1, description, and the actions on the whole page. */
export function Page({ title, description, actions, children }: Props) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const [count, setCount] = useState<HTMLElement | null>(null)
  return (
    <div className="page">
      <header className="page-head">
        <div className="page-words">
          <h1 className="page-title">{title}</h1>
          <span className="page-count" ref={setCount} />
          {description && (
            <p className="page-description" title={typeof description === 'string' ? description : undefined}>
              {description}
            </p>
          )}
        </div>
        <div className="page-actions">
          <span ref={setSlot} />
          {actions}
        </div>
      </header>
      <CountContext value={count}>
        <ActsContext value={slot}>{children}</ActsContext>
      </CountContext>
    </div>
  )
}

/** Actions from within the page, rendered in its header before its own. */
export function PageActs({ children }: { children: ReactNode }) {
  const slot = useContext(ActsContext)
  return slot && createPortal(children, slot)
}

/** The number of rows of the page's list, beside its title. */
export function PageCount({ of }: { of: { total: number; more?: boolean } | undefined }) {
  const slot = useContext(CountContext)
  if (!slot || !of) return null
  const { total, more = false } = of
  return createPortal(<span title={text.table.total(total, more)}>{total.toLocaleString(language) + (more ? '+' : '')}</span>, slot)
}

/** The card of a page. */
export function Card({ children, flush = false }: { children: ReactNode; flush?: boolean }) {
  return <section className={flush ? 'card card-flush' : 'card'}>{children}</section>
}
