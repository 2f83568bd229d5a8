import { signOutAndReload } from '../platform/sign-in/sign-out-and-reload.ts'
import type { Notifier } from '../platform/transport/intercept-response.ts'
import { createStore, useStore } from '../platform/store.ts'

interface Notices {
  /** Why the sign-in failed, shown in the form until the next attempt. */
  problem: string
  /** A further request to the user, which is no error. */
  request: string
  toast: string
}
const notices = createStore<Notices>({ problem: '', request: '', toast: '' })
export const useNotices = (): Notices => useStore(notices, value => value)
export const showProblem = (problem: string): void => notices.set({ problem, request: '' })
export const showRequest = (request: string): void => notices.set({ problem: '', request })

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
  const { problem, request } = useNotices()
  return (
    <>
      <p role="alert" className={problem ? 'refusal' : 'refusal empty'}>
        {problem}
      </p>
      {request && <output className="asked">{request}</output>}
    </>
  )
}
