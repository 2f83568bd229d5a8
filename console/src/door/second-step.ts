import type { Held } from './enter.ts'
import { createStore, useStore } from '../kernel/store.ts'

/** What the server says with 3010: whose sign-in waits, and the telephone that completes it, masked. */
export interface Asked {
  userId: string
  telephone: string
}
export type SecondStep = Asked & Held

const pending = createStore<{ step: SecondStep | null }>({ step: null })
export const useSecondStep = (): SecondStep | null => useStore(pending, value => value.step)
export const beginSecondStep = (step: SecondStep): void => pending.set({ step })
export const endSecondStep = (): void => pending.set({ step: null })
