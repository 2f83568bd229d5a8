import { useEffect } from 'react'

const POLL_MS = 2000

/** Polls while something is in progress. */
export function usePollWhile(isRunning: boolean, look: () => void): void {
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(look, POLL_MS)
    return () => clearInterval(timer)
  }, [isRunning, look])
}
