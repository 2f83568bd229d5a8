import { createSessionStore } from '../platform/session.ts'
import { useStore } from '../platform/store.ts'

interface FactorDemand {
  /** Demanded at entry: no page is mounted, so that no call is refused in the background. */
  isHeld: boolean
  /** Demanded since the user entered: shown over the page whose call was refused. */
  isDue: boolean
}
const demand = createSessionStore<FactorDemand>({ isHeld: false, isDue: false })
export const useSecondFactorDue = (): FactorDemand => useStore(demand, value => value)
export const holdForSecondFactor = (isHeld: boolean): void => demand.set({ isHeld, isDue: false })
export const askSecondFactor = (): void => demand.set({ isDue: true })
export const secondFactorShown = (): void => demand.set({ isHeld: false, isDue: false })
