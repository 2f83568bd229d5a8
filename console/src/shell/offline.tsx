import { useSyncExternalStore } from 'react'
import { text } from './text.ts'

function watch(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Said as long as the browser has no line. */
export function Offline() {
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine)
  return <output className="offline">{!isOnline && <span>{text.offline}</span>}</output>
}
