import { lock, lockScreen } from '../../../platform/lock.ts'

const MINUTES = 'hufu-lock-minutes'
/** The storage key of this browser's last use, in any tab. */
const USED = 'hufu-last-used'
const LOOK_MS = 5000
const ACTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
const MINUTE_MS = 60_000

/** 0: the screen does not lock itself. */
export const idleMinutes = (): number => Number(localStorage.getItem(MINUTES)) || 0
export function chooseIdleMinutes(minutes: number): void {
  if (minutes > 0) localStorage.setItem(MINUTES, String(minutes))
  else localStorage.removeItem(MINUTES)
  watchIdle()
}

let isWatching = false
/** Locks the screen after so many minutes without use, if the user chose so. */
export function watchIdle(): void {
  if (isWatching || idleMinutes() === 0) return
  isWatching = true
  localStorage.setItem(USED, String(Date.now()))
  for (const act of ACTS) addEventListener(act, note, { passive: true, capture: true })
  setInterval(lockIfIdle, LOOK_MS)
  document.addEventListener('visibilitychange', lockIfIdle)
}

const idleMs = () => Date.now() - Number(localStorage.getItem(USED))

function lockIfIdle(): boolean {
  const minutes = idleMinutes()
  if (minutes === 0 || lock.get().isLocked || idleMs() < minutes * MINUTE_MS) return false
  lockScreen()
  return true
}

/** The first event after a machine slept too long does not count as use. */
function note(): void {
  if (idleMs() >= LOOK_MS && !lockIfIdle()) localStorage.setItem(USED, String(Date.now()))
}
