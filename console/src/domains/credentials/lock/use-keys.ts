import { type RefObject, useEffect } from 'react'

/** While the screen is locked, keys reach neither shortcuts of the page nor what has the focus there. */
export function useKeysOfLockAlone(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isOfLock = (event: KeyboardEvent) =>
      event.target instanceof Node && (frame.current?.contains(event.target) ?? false) && !event.ctrlKey && !event.metaKey && !event.altKey
    const keepOut = (event: KeyboardEvent) => {
      if (!isOfLock(event)) event.stopImmediatePropagation()
    }
    const keepIn = (event: Event) => event.stopPropagation()
    addEventListener('keydown', keepOut, { capture: true })
    document.body.addEventListener('keydown', keepIn)
    return () => {
      removeEventListener('keydown', keepOut, { capture: true })
      document.body.removeEventListener('keydown', keepIn)
    }
  }, [frame])
}
