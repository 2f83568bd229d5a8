import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const FRAMES = 30
/** How far down each page was when it was left, by its place in the history. */
const depths = new Map<string, number>()

/** Going back shows the list where it was left; every other way leads to the top of a page. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  useEffect(() => {
    const note = () => depths.set(key, scrollY)
    addEventListener('scroll', note, { passive: true })
    return () => removeEventListener('scroll', note)
  }, [key])
  useLayoutEffect(() => {
    const depth = isBack ? (depths.get(key) ?? 0) : 0
    if (depth > 0) return reach(depth)
    scrollTo(0, 0)
    return undefined
    // Filters and pages of a list change the address too: only another page begins at its own place.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname])
}

/** As soon as the page is long enough again: its rows may need a moment. */
function reach(depth: number): () => void {
  let left = FRAMES
  let frame = requestAnimationFrame(function look() {
    const isThere = document.documentElement.scrollHeight - innerHeight >= depth
    left -= 1
    if (isThere) scrollTo(0, depth)
    else if (left > 0) frame = requestAnimationFrame(look)
  })
  return () => cancelAnimationFrame(frame)
}
