import { signOutAndReload } from '../platform/sign-in/sign-out-and-reload.ts'
import type { Notifier } from '../platform/transport/intercept-response.ts'
import { createStore, useStore } from '../platform/store.ts'

interface Notices {
  /** Why the sign-in failed, shown in the form until the next attempt. */
  fault: string
  /** A further request to the user, which is no error. */
  request: string
  toast: string
}
const notices = createStore<Notices>({ fault: '', request: '', toast: '' })
export const useNotices = (): Notices => useStore(notices, value => value)
export const showProblem = (fault: string): void => notices.set({ fault, request: '' })
export const showRequest = (request: string): void => notices.set({ fault: '', request })

let handle: ReturnType<typeof setTimeout> | undefined

/** The sign-in page has one form, so what the console says in a dialog is said in that form. */
export const signInNotifier: Notifier = {
  alert: (_title, text) => showProblem(text),
  toast(text, ms) {
    clearTimeout(handle)
    notices.set({ toast: text })
    handle = setTimeout(() => notices.set({ toast: '' }), ms)
  },
  signOutAndReload: signOutAndReload,
}

/** The reason of a failed sign-in, above the form. */
export function FormProblem() {
  const { fault, request } = useNotices()
  return (
    <>
      <p role="alert" className={fault ? 'refusal' : 'refusal empty'}>
        {fault}
      </p>
      {request && <output className="asked">{request}</output>}
    </>
  )
}
