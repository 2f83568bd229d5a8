import type { MouseEvent, ReactNode } from 'react'
import { toDoor } from '../platform/address.ts'
import { showFault } from './notices.tsx'

/** A link between the two pages of the door: no reload, and still a link for whoever wants a new tab. */
export function PageLink({ to, children }: { to: '/login' | '/retrieve'; children: ReactNode }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    showFault('')
    toDoor(to)
  }
  return (
    <a href={to} onClick={follow}>
      {children}
    </a>
  )
}
