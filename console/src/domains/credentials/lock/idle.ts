import { lock, lockScreen } from '../../../platform/sign-in/lock.ts'

const MINUTES_KEY = 'hufu-lock-minutes'
/** The storage key of this browser's last use, in any tab. */
const LAST_USE_KEY = 'hufu-last-used'
const CHECK_MS = 5000
const ACTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
const MINUTE_MS = 60_000

/** 0: the screen does not lock itself. */
export const idleMinutes = (): number => Number(localStorage.getItem(MINUTES_KEY)) || 0
export function chooseIdleMinutes(minutes: number): void {
  if (minutes > 0) localStorage.setItem(MINUTES_KEY, String(minutes))
  else localStorage.removeItem(MINUTES_KEY)
  watchIdle()
}

let isWatching = false
/** Locks the screen after so many minutes without use, if the user chose so. */
export function watchIdle(): void {
  if (isWatching || idleMinutes() === 0) return
  isWatching = true
  localStorage.setItem(LAST_USE_KEY, String(Date.now()))
  for (const act of ACTS) addEventListener(act, recordUse, { passive: true, capture: true })
  setInterval(lockIfIdle, CHECK_MS)
  document.addEventListener('visibilitychange', lockIfIdle)
}

const idleMs = () => Date.now() - Number(localStorage.getItem(LAST_USE_KEY))

function lockIfIdle(): boolean {
  const minutes = idleMinutes()
  if (minutes === 0 || lock.get().isLocked || idleMs() < minutes * MINUTE_MS) return false
  lockScreen()
  return true
}

/** The first event after a machine slept too long does not count as use. */
function recordUse(): void {
  if (idleMs() >= CHECK_MS && !lockIfIdle()) localStorage.setItem(LAST_USE_KEY, String(Date.now()))
}
