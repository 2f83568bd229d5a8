import { createStore } from '../store.ts'
import { impersonatedUser } from './impersonated-user.ts'

/** Name of the frame with the sign-in page over a page whose session has ended. */
export const AGAIN_FRAME = 'hufu-again'
/** The message it sends to the page around it. */
export const SIGNED_IN = 'hufu-signed-in'
/** Whether this document is that frame. */
export const isSignInFrame = globalThis.window?.name === AGAIN_FRAME && window.parent !== window

/** The server's message about the end, and the callback that learns whether the same user is back. */
export const signInAgain = createStore<{ farewell: string; answer?: ((isBack: boolean) => void) | undefined }>({ farewell: '' })
let running: Promise<boolean> | undefined
let hasPage = false

/** While a page is mounted, an ended session can be renewed over it. Returns a function that withdraws this. */
export function offerSignInAgain(): () => void {
  hasPage = true
  return () => {
    hasPage = false
    signInAgain.get().answer?.(false)
  }
}

/** Several refused calls share one dialog; false if there is no page to keep, or the user signs out instead. */
export async function askSignInAgain(farewell: string): Promise<boolean> {
  if (!hasPage || impersonatedUser()) return false
  running ??= new Promise<boolean>(answer => signInAgain.set({ farewell, answer })).finally(() => {
    running = undefined
    signInAgain.set({ answer: undefined })
  })
  return running
}

/** Tells the page around the frame that somebody has signed in. */
export const notifySignedIn = (): void => window.parent.postMessage(SIGNED_IN, location.origin)
