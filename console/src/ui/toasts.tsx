import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { ToastKind, Undo } from '../platform/client.ts'
import { UNDO_MS } from '../platform/constants.ts'
import { inBackground } from '../platform/error-log.ts'
import { createSessionStore } from '../platform/session.ts'
import { useStore } from '../platform/store.ts'
import { text } from './text.ts'

interface Toast {
  sentence: string
  ms: number
  kind: ToastKind
  undo: Undo | undefined
  /** Counts repetitions: a repeated message stays for its whole time. */
  time: number
}

// Messages for one user are not for the next; the farewell is shown after sign-out.
const store = createSessionStore<{ toasts: readonly Toast[] }>({ toasts: [] })
let isMounted = false
let count = 0

/** Shows a sentence at the top of the page for a while; with `undo` also a button that takes the act back (decision 0141). */
export function showToast(sentence: string, ms: number, kind: ToastKind, undo?: Undo): void {
  mount()
  const toast = { sentence, kind, undo, ms: undo ? UNDO_MS : ms, time: ++count }
  store.set({ toasts: [...store.get().toasts.filter(other => other.sentence !== sentence), toast] })
}

const drop = (toast: Toast) => store.set({ toasts: store.get().toasts.filter(other => other !== toast) })

function takeBack(toast: Toast) {
  drop(toast)
  if (toast.undo) inBackground(toast.undo())
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
  const toasts = useStore(store, value => value.toasts)
  const last = toasts.findLast(({ undo }) => undo !== undefined)
  useEffect(() => {
    if (!last) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      if (event.defaultPrevented || isEditable(event.target)) return
      event.preventDefault()
      takeBack(last)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [last])
  return toasts.map(toast => <ToastLine key={toast.time} of={toast} />)
}

const isEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

function ToastLine({ of }: { of: Toast }) {
  const { sentence, kind, ms, undo } = of
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = undo !== undefined && (isHovered || isFocused)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => drop(of), ms)
    return () => clearTimeout(timer)
  }, [isHeld, ms, of])
  return (
    <div
      className="toast"
      role={undo ? 'status' : 'alert'}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <svg className={`toast-mark toast-${kind}`} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="8" />
        <path d={marks[kind]} />
      </svg>
      <span>{sentence}</span>
      {undo && <UndoButton onClick={() => takeBack(of)} />}
    </div>
  )
}

/** Returns the focus to where it was before. */
function UndoButton({ onClick }: { onClick: () => void }) {
  const before = useRef<EventTarget>(null)
  const click = () => {
    if (before.current instanceof HTMLElement) before.current.focus()
    onClick()
  }
  return (
    <button
      type="button"
      className="toast-undo"
      title="Ctrl+Z"
      aria-keyshortcuts="Control+Z Meta+Z"
      onFocus={event => (before.current = event.relatedTarget)}
      onClick={click}
    >
      {text.undo}
    </button>
  )
}

const marks: Record<ToastKind, string> = {
  success: 'm4.6 8.3 2.4 2.3 4.4-5',
  error: 'm5.5 5.5 5 5m0-5-5 5',
  warning: 'M8 4v4.6m0 2.2v.9',
  info: 'M8 12V7.4m0-2.2v-.9',
}
