import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const FRAMES = 30
/** The scroll position of each page when left, by history entry. */
const depths = new Map<string, number>()

/** Going back restores the scroll position of the page; other navigation starts at its top. */
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
    if (depth > 0) return scrollWhenReady(depth)
    scrollTo(0, 0)
    return undefined
    // Filters change the address, too, but only another page has its own position.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname])
}

/** Scrolls once the page is long enough, as its rows may take a moment. */
function scrollWhenReady(depth: number): () => void {
  let left = FRAMES
  let frame = requestAnimationFrame(function look() {
    const isThere = document.documentElement.scrollHeight - innerHeight >= depth
    left -= 1
    if (isThere) scrollTo(0, depth)
    else if (left > 0) frame = requestAnimationFrame(look)
  })
  return () => cancelAnimationFrame(frame)
}
