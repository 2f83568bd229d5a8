import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { isServerPage } from '../../platform/address.ts'
import { missing } from '../not-found/missing.ts'
import { ownPath } from './redirect.ts'

/** The host of a foreign address; undefined if it is no address. */
function externalHost(target: string | null, { origin, host: own }: Location): string | undefined {
  if (!target || !URL.canParse(target, origin)) return undefined
  const { host } = new URL(target, origin)
  return host === '' || host === own ? undefined : host
}

/** Renders nothing: redirects to a page of the console, or to /404. */
export default function JumperPage() {
  const [search] = useSearchParams()
  const redirect = search.get('redirect')
  const target = ownPath(redirect, location.origin)
  const isLoop = target !== undefined && new URL(target, location.origin).pathname === '/jumper'
  const isAway = target !== undefined && isServerPage(target)
  useEffect(() => {
    if (isAway) location.replace(target)
  }, [isAway, target])
  const host = target === undefined ? externalHost(redirect, location) : undefined
  useEffect(() => {
    if (host !== undefined) missing.set({ host, path: undefined })
  }, [host])
  if (isAway) return null
  return <Navigate replace to={target === undefined || isLoop ? '/404' : target} />
}
