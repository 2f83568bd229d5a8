import { useCallback, useEffect, useState } from 'react'

const EVERY_MS = 30_000
const TICK_MS = 1000
/** Whoever has left their desk is not kept signed in by a page that asks for them. */
const IDLE_MS = 10 * 60_000
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

export type Refreshing = 'on' | 'paused' | 'held' | 'idle'

/** Asks again every half minute: not while it is paused or held, a dialog stands open, or the window is out of sight. */
export function useAutoRefresh(refresh: () => void, isHeld: boolean) {
  const [isPaused, setPaused] = useState(false)
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let touched = Date.now()
    let asked = Date.now()
    const touch = () => {
      touched = Date.now()
      setIdle(false)
    }
    const tick = () => {
      const now = Date.now()
      if (now - touched > IDLE_MS) return setIdle(true)
      if (isPaused || isHeld || document.hidden || now - asked < EVERY_MS || document.querySelector('[role=dialog]')) return
      asked = now
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
