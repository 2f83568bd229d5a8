import { createStore, useStore } from '../platform/store.ts'

interface FactorDemand {
  /** Demanded at entry: no page is mounted, so that no call is refused in the background. */
  isHeld: boolean
  /** Demanded since the user entered: shown over the page whose call was refused. */
  isDue: boolean
}
const due = createStore<FactorDemand>({ isHeld: false, isDue: false })
export const useSecondFactorDue = (): FactorDemand => useStore(due, value => value)
export const holdForSecondFactor = (isHeld: boolean): void => due.set({ isHeld, isDue: false })
export const askSecondFactor = (): void => due.set({ isDue: true })
export const secondFactorShown = (): void => due.set({ isHeld: false, isDue: false })
