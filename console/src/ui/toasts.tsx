import { createRoot } from 'react-dom/client'
import type { ToastKind } from '../platform/client.ts'
import { createSessionStore } from '../platform/session.ts'
import { useStore } from '../platform/store.ts'

interface Toast {
  sentence: string
  kind: ToastKind
  /** Counts repetitions: a repeated message stays for its whole time. */
  time: number
}

// Messages for one user are not for the next; the farewell is shown after sign-out.
const store = createSessionStore<{ toasts: readonly Toast[] }>({ toasts: [] })
let isMounted = false
let count = 0

/** Shows a sentence at the top of the page for a while. */
export function showToast(sentence: string, ms: number, kind: ToastKind): void {
  mount()
  const toast = { sentence, kind, time: ++count }
  store.set({ toasts: [...store.get().toasts.filter(other => other.sentence !== sentence), toast] })
  setTimeout(() => store.set({ toasts: store.get().toasts.filter(other => other !== toast) }), ms)
}

/** A React root of its own, beside the one that sign-in page and console share. */
function mount() {
  if (isMounted) return
  isMounted = true
  const room = document.createElement('div')
  room.className = 'toasts'
  document.body.append(room)
  createRoot(room).render(<Toasts />)
}

function Toasts() {
  return useStore(store, value => value.toasts).map(({ sentence, kind, time }) => (
    <div key={time} className="toast" role="alert">
      <svg className={`toast-mark toast-${kind}`} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="8" />
        <path d={marks[kind]} />
      </svg>
      {sentence}
    </div>
  ))
}

const marks: Record<ToastKind, string> = {
  success: 'm4.6 8.3 2.4 2.3 4.4-5',
  error: 'm5.5 5.5 5 5m0-5-5 5',
  warning: 'M8 4v4.6m0 2.2v.9',
  info: 'M8 12V7.4m0-2.2v-.9',
}
