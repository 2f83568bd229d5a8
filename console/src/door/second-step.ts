import type { SecondStepAsked } from '@hufu/contract/factor'
import { createStore, useStore } from '../kernel/store.ts'
import type { Refused } from './enter.ts'

/** What the server says with 3010: whose sign-in waits, and what completes it. */
export interface SecondStep extends SecondStepAsked {
  /** As the box of the first form was ticked. */
  remember: boolean
}

const pending = createStore<{ step: SecondStep | null }>({ step: null })
export const useSecondStep = (): SecondStep | null => useStore(pending, value => value.step)
const beginSecondStep = (step: SecondStep): void => pending.set({ step })
export const endSecondStep = (): void => pending.set({ step: null })

/** Whether this refusal asks for a second step, which then begins. */
export function goesOn({ code, data }: Refused, remember = false): boolean {
  if (code === '3010') beginSecondStep({ ...(data as SecondStepAsked), remember })
  return code === '3010'
}
