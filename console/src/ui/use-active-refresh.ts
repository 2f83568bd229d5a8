import { useEffect, useEffectEvent } from 'react'

const LOOK_AGAIN_MS = 60_000
const ACTS = ['keydown', 'pointerdown', 'wheel'] as const
/** All users of this hook refresh at the same moment. */
const looks = new Set<() => void>()
let isUsed = false
let timer: ReturnType<typeof setInterval> | undefined

const note = () => {
  isUsed = true
}
const lookAll = () => {
  for (const look of looks) look()
}

function begin() {
  timer = setInterval(() => {
    if (isUsed) lookAll()
    isUsed = false
  }, LOOK_AGAIN_MS)
  for (const act of ACTS) addEventListener(act, note, { passive: true, capture: true })
  addEventListener('focus', lookAll)
}
function end() {
  clearInterval(timer)
  for (const act of ACTS) removeEventListener(act, note, { capture: true })
  removeEventListener('focus', lookAll)
}

/**
 * Refreshes each minute and on return to the page, but only while the page is used: background requests would keep an idle
 * session alive.
 */
export function useActiveRefresh(look: () => void): void {
  const onLook = useEffectEvent(look)
  useEffect(() => {
    const one = () => onLook()
    if (looks.size === 0) begin()
    looks.add(one)
    return () => {
      looks.delete(one)
      if (looks.size === 0) end()
    }
  }, [])
}
