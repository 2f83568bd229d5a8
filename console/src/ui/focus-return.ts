import { useLayoutEffect } from 'react'

/** Returns the focus when a layer over the page is unmounted. */
export function useFocusReturn(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement
    return () => returnFocus(opener)
  }, [])
}

/**
 * Returns the focus to the element that had it or, if that is gone, to its dialog. An element focused meanwhile keeps the focus.
 */
export function returnFocus(opener: Element | null): void {
  // Waits until the layer is removed, as it still has the focus.
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return
    const below = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1)
    const target = opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : below
    target?.focus({ preventScroll: true })
  })
}
