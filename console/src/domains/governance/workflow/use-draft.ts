import { APPROVE_NODES_MAX } from '@hufu/contract/governance/design'
import { useState } from 'react'
import { initialHistory, changed, freeId, inserted, withStepOpen, moved, newStep, type Patch, patched, redone, removed, type Step, undone } from './draft.ts' // prettier-ignore
import { text } from './design-text.ts'

const words = text.announcements

/** The edited draft: changes can be undone, and are announced to screen readers. */
export function useDraft(initial: readonly Step[]) {
  const [history, setHistory] = useState(() => initialHistory(initial))
  const [announced, setAnnounced] = useState('')
  const { past, now, future } = history
  const { steps, at } = now
  const step = steps[at - 1]
  const nameOf = (one: Step) => one.name || text.list.unnamed
  const isFull = steps.length >= APPROVE_NODES_MAX
  return {
    steps,
    at,
    step,
    announced,
    isFull,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    goTo: (next: number) => setHistory(withStepOpen(history, next)),
    /** Below the selected card, or below another. */
    add: (below = at) => {
      if (isFull) return setAnnounced(text.list.full(APPROVE_NODES_MAX))
      const added = newStep(freeId(steps), text.list.newName(steps.length + 1))
      const next = inserted({ steps, at: below }, added)
      setHistory(changed(history, next))
      setAnnounced(words.added(nameOf(added), next.at, next.steps.length))
    },
    remove: () => {
      if (!step) return
      setHistory(changed(history, removed(now)))
      setAnnounced(words.removed(nameOf(step), steps.length - 1))
    },
    move: (by: -1 | 1) => {
      const next = moved(now, by)
      if (!step || !next) return
      setHistory(changed(history, next))
      setAnnounced(words.moved(nameOf(step), next.at, steps.length))
    },
    /** `tag`: typing in one field is undone at once. */
    change: (patch: Patch, tag?: string) => step && setHistory(changed(history, patched(now, patch), tag && `${step.id} ${tag}`)),
    undo: () => {
      if (past.length === 0) return
      setHistory(undone(history))
      setAnnounced(words.undone)
    },
    redo: () => {
      if (future.length === 0) return
      setHistory(redone(history))
      setAnnounced(words.redone)
    },
  }
}
export type DraftActs = ReturnType<typeof useDraft>
