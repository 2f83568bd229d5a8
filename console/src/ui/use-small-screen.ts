import { useSyncExternalStore } from 'react'

/** A hook that tells whether the window matches a media query now. */
function watching(query: string): () => boolean {
  const media = matchMedia(query)
  const watch = (listener: () => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(watch, () => media.matches)
}

/** Whether the window is small, as on a telephone or a page at 200 %: rows show one action, and drawers fill the screen. */
export const useSmallScreen = watching('(max-width: 760px)')

/** Whether the window is that of a small laptop, in which the tree beside a list is narrower. */
export const useLaptopScreen = watching('(max-width: 1359px)')
