import { type ObjectType, type PendingOn, review } from '@hufu/contract/governance/review'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useMay } from '../../ui/permitted.ts'

const pages = {
  user: { call: review.pageUser, path: '/examine/review-user' },
  org: { call: review.pageOrg, path: '/examine/review-org' },
} as const
/** The parameter that opens the user's own request over any page. */
export const APPLICATION = 'application'

/** The address where this user can see the request; undefined if they may not. */
export function usePendingPath(objectType: ObjectType): (pending: Pick<PendingOn, 'id' | 'isOwn'>) => string | undefined {
  const may = useMay()
  const { pathname, search } = useLocation()
  const { call, path } = pages[objectType]
  return ({ id, isOwn }) => {
    if (may(call)) return `${path}?id=${id}`
    if (!isOwn) return undefined
    const params = new URLSearchParams(search)
    params.set(APPLICATION, id)
    return `${pathname}?${params.toString()}`
  }
}

interface Props {
  objectType: ObjectType
  of: Pick<PendingOn, 'id' | 'isOwn'>
  className?: string
  title?: string
  label?: string
  /** Shown if there is nothing to open. */
  otherwise: ReactNode
  children: ReactNode
}
export function PendingLink({ objectType, of, className, title, label, otherwise, children }: Props) {
  const to = usePendingPath(objectType)(of)
  if (to === undefined) return otherwise
  return (
    <Link to={to} className={className} title={title} aria-label={label}>
      {children}
    </Link>
  )
}
