import { useEffect, useEffectEvent } from 'react'

const REFRESH_MS = 60_000
const ACTS = ['keydown', 'pointerdown', 'wheel'] as const
/** All users of this hook refresh at the same moment. */
const refreshers = new Set<() => void>()
let isUsed = false
let timer: ReturnType<typeof setInterval> | undefined

const markUsed = () => {
  isUsed = true
}
const refreshAll = () => {
  for (const look of refreshers) look()
}

function startTimer() {
  timer = setInterval(() => {
    if (isUsed) refreshAll()
    isUsed = false
  }, REFRESH_MS)
  for (const act of ACTS) addEventListener(act, markUsed, { passive: true, capture: true })
  addEventListener('focus', refreshAll)
}
function stopTimer() {
  clearInterval(timer)
  for (const act of ACTS) removeEventListener(act, markUsed, { capture: true })
  removeEventListener('focus', refreshAll)
}

/**
 * Refreshes each minute and on return to the page, but only while the page is used: background requests would keep an idle
 * session alive.
 */
export function useActiveRefresh(look: () => void): void {
  const onLook = useEffectEvent(look)
  useEffect(() => {
    const one = () => onLook()
    if (refreshers.size === 0) startTimer()
    refreshers.add(one)
    return () => {
      refreshers.delete(one)
      if (refreshers.size === 0) stopTimer()
    }
  }, [])
}
