import { createStore } from '../store.ts'

/** The server's code for a call that requires a step-up. */
export const STEP_UP_NEEDED = 'step_up_needed'

/** The callback that learns whether the user proved themselves; the dialog is open while there is one. */
export const question = createStore<{ answer?: ((isProven: boolean) => void) | undefined }>({})
let running: Promise<boolean> | undefined

/** Several calls that require a step-up at once share one dialog. */
export const askProof = (): Promise<boolean> =>
  (running ??= new Promise<boolean>(answer => question.set({ answer })).finally(() => {
    running = undefined
    question.set({ answer: undefined })
  }))
