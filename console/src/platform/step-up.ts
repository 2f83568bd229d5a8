import { createStore } from './store.ts'

/** Code of the server for an act that asks its user to prove again who they are (N-05). */
export const STEP_UP_NEEDED = 'step_up_needed'

/** Who is to be told whether it was proven; the dialog stands as long as there is somebody. */
export const question = createStore<{ answer?: ((isProven: boolean) => void) | undefined }>({})
let asked: Promise<boolean> | undefined

/** Several calls that need a proof at once are one question. */
export const askProof = (): Promise<boolean> =>
  (asked ??= new Promise<boolean>(answer => question.set({ answer })).finally(() => {
    asked = undefined
    question.set({ answer: undefined })
  }))
