import { createStore, useStore } from '../../platform/store.ts'

export type Density = 'compact' | 'usual' | 'roomy'
export const DENSITIES: readonly Density[] = ['compact', 'usual', 'roomy']
const KEY = 'hufu-density'

const chosen = createStore<{ density: Density }>({ density: DENSITIES.find(one => one === localStorage.getItem(KEY)) ?? 'usual' })

/** The row height of all tables, a choice kept in this browser. */
export const useDensity = (): Density => useStore(chosen, value => value.density)

export function chooseDensity(density: Density): void {
  localStorage.setItem(KEY, density)
  chosen.set({ density })
}
