import type { SecondStepRequired } from '@hufu/contract/credentials/factor'
import { createStore, useStore } from '../platform/store.ts'
import type { PendingSignIn, Refused } from './enter.ts'

/** The data of a 3010: the waiting sign-in, and the factors that complete it. */
export type SecondStep = SecondStepRequired & PendingSignIn

const pending = createStore<{ step: SecondStep | null }>({ step: null })
export const useSecondStep = (): SecondStep | null => useStore(pending, value => value.step)
export const endSecondStep = (): void => pending.set({ step: null })

/** Whether this refusal asks for a second step, which then begins. */
export function beginsSecondStep({ code, data }: Refused, signInState: PendingSignIn = { remember: false }): boolean {
  if (code === '3010') pending.set({ step: { ...(data as SecondStepRequired), ...signInState } })
  return code === '3010'
}
