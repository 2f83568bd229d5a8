import { createStore, useStore } from '../platform/store.ts'

interface Due {
  /** From the first entry on: no page is mounted, so that none is refused in the background. */
  isHeld: boolean
  /** Since somebody has made it their role's wish while they were at work: over the page that learned of it. */
  isDue: boolean
}
const due = createStore<Due>({ isHeld: false, isDue: false })
export const useSecondFactorDue = (): Due => useStore(due, value => value)
export const holdForSecondFactor = (isHeld: boolean): void => due.set({ isHeld, isDue: false })
export const askSecondFactor = (): void => due.set({ isDue: true })
export const secondFactorShown = (): void => due.set({ isHeld: false, isDue: false })
