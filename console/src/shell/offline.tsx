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

/** Shown while the browser is offline. */
export function Offline() {
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine)
  return <output className="offline">{!isOnline && <span>{text.offline}</span>}</output>
}
