import { type RefObject, useEffect } from 'react'

/** While the screen is locked, keys reach neither shortcuts of the page nor what has the focus there. */
export function useLockScreenKeys(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isForLockScreen = (event: KeyboardEvent) =>
      event.target instanceof Node && (frame.current?.contains(event.target) ?? false) && !event.ctrlKey && !event.metaKey && !event.altKey
    const blockOutsideKeys = (event: KeyboardEvent) => {
      if (!isForLockScreen(event)) event.stopImmediatePropagation()
    }
    const stopAtBody = (event: Event) => event.stopPropagation()
    addEventListener('keydown', blockOutsideKeys, { capture: true })
    document.body.addEventListener('keydown', stopAtBody)
    return () => {
      removeEventListener('keydown', blockOutsideKeys, { capture: true })
      document.body.removeEventListener('keydown', stopAtBody)
    }
  }, [frame])
}
