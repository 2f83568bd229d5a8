import type { KeyboardEvent } from 'react'

/** Ctrl+S or ⌘S in a form stores it, as in every other program. */
export const onSaveKey = (save: () => void) => (event: KeyboardEvent) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
  event.preventDefault()
  save()
}
