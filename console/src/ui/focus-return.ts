import { useLayoutEffect } from 'react'

/** Whatever stands over the page gives the focus back when it goes. */
export function useFocusReturn(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement
    return () => giveBack(opener)
  }, [])
}

/** To where it came from; where that is gone, to the dialog it stood over. What has taken it meanwhile keeps it. */
export function giveBack(opener: Element | null): void {
  // Only now what goes is gone: in its place it would still hold the focus.
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return
    const below = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1)
    const target = opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : below
    target?.focus({ preventScroll: true })
  })
}
