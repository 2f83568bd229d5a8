import type { KeyboardEvent } from 'react'

/** Ctrl+S or ⌘S in a form stores it, as in every other program. */
export const onSaveKey = (save: () => void) => (event: KeyboardEvent) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
  event.preventDefault()
  save()
}

/** Enter takes the date that was typed; it does not send the form around it. */
export const keepForm = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}
