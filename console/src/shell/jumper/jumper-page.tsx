import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { isServers } from '../../platform/address.ts'
import { ownPath } from './redirect.ts'

/** Never seen: leads on to a page of ours, or to /404. */
export default function JumperPage() {
  const [search] = useSearchParams()
  const target = ownPath(search.get('redirect'), location.origin)
  const isLoop = target !== undefined && new URL(target, location.origin).pathname === '/jumper'
  const isAway = target !== undefined && isServers(target)
  useEffect(() => {
    if (isAway) location.replace(target)
  }, [isAway, target])
  if (isAway) return null
  return <Navigate replace to={target === undefined || isLoop ? '/404' : target} />
}
