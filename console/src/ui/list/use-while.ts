import { useEffect } from 'react'

const LOOK_AGAIN_MS = 2000

/** Polls while something is in progress. */
export function useWhile(isRunning: boolean, look: () => void): void {
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(look, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isRunning, look])
}
