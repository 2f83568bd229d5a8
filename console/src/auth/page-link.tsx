import type { MouseEvent, ReactNode } from 'react'
import { toSignIn } from '../platform/address.ts'
import { showProblem } from './notices.tsx'

/** A link within the sign-in page: no reload, but opens a new tab like any link. */
export function PageLink({ to, children }: { to: '/login' | '/retrieve'; children: ReactNode }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    showProblem('')
    toSignIn(to)
  }
  return (
    <a href={to} onClick={follow}>
      {children}
    </a>
  )
}
