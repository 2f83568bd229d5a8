import type { KeyboardEvent } from 'react'

/** Ctrl+S or ⌘S saves the form. */
export const onSaveKey = (save: () => void) => (event: KeyboardEvent) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
  event.preventDefault()
  save()
}

/** Enter accepts the typed date without submitting the form around. */
export const keepForm = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}
