import { createStore } from './store.ts'
import { viewedPerson } from './view-as.ts'

/** Name of the frame in which the sign-in page stands over a page whose session has ended (decision 0087). */
export const AGAIN_FRAME = 'hufu-again'
/** What it tells the page around it. */
export const SIGNED_IN = 'hufu-signed-in'
/** This document is that frame. */
export const isAgain = globalThis.window?.name === AGAIN_FRAME && window.parent !== window

/** What the server said of the end, and who waits to hear whether the same user is back. */
export const signInAgain = createStore<{ farewell: string; answer?: ((isBack: boolean) => void) | undefined }>({ farewell: '' })
let asked: Promise<boolean> | undefined
let hasPage = false

/** While a page stands, a session that ends is renewed over it. Gives back what takes the offer away. */
export function offerSignInAgain(): () => void {
  hasPage = true
  return () => {
    hasPage = false
    signInAgain.get().answer?.(false)
  }
}

/** Several refused calls are one dialog; false where there is no page to keep, or where the user signs out instead. */
export async function askSignInAgain(farewell: string): Promise<boolean> {
  if (!hasPage || viewedPerson()) return false
  asked ??= new Promise<boolean>(answer => signInAgain.set({ farewell, answer })).finally(() => {
    asked = undefined
    signInAgain.set({ answer: undefined })
  })
  return asked
}

/** From the frame to the page around it: somebody has signed in. */
export const tellSignedIn = (): void => window.parent.postMessage(SIGNED_IN, location.origin)
