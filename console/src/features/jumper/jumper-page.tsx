import { Navigate, useSearchParams } from 'react-router'
import { ownPath } from './redirect.ts'

/** Never seen: leads on to a page of ours, or to /404. */
export default function JumperPage() {
  const [search] = useSearchParams()
  const target = ownPath(search.get('redirect'), location.origin)
  const isLoop = target !== undefined && new URL(target, location.origin).pathname === '/jumper'
  return <Navigate replace to={target === undefined || isLoop ? '/404' : target} />
}
