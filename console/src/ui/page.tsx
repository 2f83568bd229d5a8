import type { ReactNode } from 'react'

interface Props {
  title: ReactNode
  /** One line under the title: what this page is for. */
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every screen: its one h1, what it is for, and the acts that concern the whole page. */
export function Page({ title, description, actions, children }: Props) {
  return (
    <div className="page">
      <header className="page-head">
        <div className="page-words">
          <h1 className="page-title">{title}</h1>
          {description && <p className="page-description">{description}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** The one card of a page. */
export function Card({ children, flush = false }: { children: ReactNode; flush?: boolean }) {
  return <section className={flush ? 'card card-flush' : 'card'}>{children}</section>
}
