import { endSession } from '../platform/end-session.ts'
import type { Notifier } from '../platform/intercept-response.ts'
import { createStore, useStore } from '../platform/store.ts'

interface Notices {
  /** Why one is still at the door: in the form, until the next try. */
  fault: string
  /** What is asked for besides, which is nobody's fault. */
  asked: string
  toast: string
}
const notices = createStore<Notices>({ fault: '', asked: '', toast: '' })
export const useNotices = (): Notices => useStore(notices, value => value)
export const showFault = (fault: string): void => notices.set({ fault, asked: '' })
export const showAsked = (asked: string): void => notices.set({ fault: '', asked })

let handle: ReturnType<typeof setTimeout> | undefined

/** The door has one form, so what the house says in a dialog is said in that form. */
export const doorNotifier: Notifier = {
  alert: (_title, text) => showFault(text),
  toast(text, ms) {
    clearTimeout(handle)
    notices.set({ toast: text })
    handle = setTimeout(() => notices.set({ toast: '' }), ms)
  },
  logOutAndReload: endSession,
}

/** Why one is still at the door, above the form. */
export function Fault() {
  const { fault, asked } = useNotices()
  return (
    <>
      <p role="alert" className={fault ? 'refusal' : 'refusal empty'}>
        {fault}
      </p>
      {asked && <output className="asked">{asked}</output>}
    </>
  )
}
