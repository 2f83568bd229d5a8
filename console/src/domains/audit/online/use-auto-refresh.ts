import { useCallback, useEffect, useState } from 'react'

const EVERY_MS = 30_000
const TICK_MS = 1000
/** Refreshing stops when the user is idle, so that the page does not keep them signed in. */
const IDLE_MS = 10 * 60_000
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

export type Refreshing = 'on' | 'paused' | 'held' | 'idle'

/** Refreshes every half minute, except while paused or held, a dialog is open, or the window is hidden. */
export function useAutoRefresh(refresh: () => void, isHeld: boolean) {
  const [isPaused, setPaused] = useState(false)
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let touched = Date.now()
    let refreshedAt = Date.now()
    const touch = () => {
      touched = Date.now()
      setIdle(false)
    }
    const tick = () => {
      const now = Date.now()
      if (now - touched > IDLE_MS) return setIdle(true)
      if (isPaused || isHeld || document.hidden || now - refreshedAt < EVERY_MS || document.querySelector('[role=dialog]')) return
      refreshedAt = now
      refresh()
    }
    const timer = setInterval(tick, TICK_MS)
    for (const name of TOUCHES) addEventListener(name, touch, { passive: true })
    return () => {
      clearInterval(timer)
      for (const name of TOUCHES) removeEventListener(name, touch)
    }
  }, [refresh, isPaused, isHeld])
  const toggle = useCallback(() => setPaused(paused => !paused), [])
  const state: Refreshing = isPaused ? 'paused' : isHeld ? 'held' : isIdle ? 'idle' : 'on'
  return { state, isPaused, toggle }
}
