import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** How long a page may take to show the label it was opened for. */
const WAIT_MS = 10_000
const MARKED_MS = 4000

/**
 * Scrolls to the label this page was opened for (`state.mark` of its history entry), marks it for a moment and focuses its field.
 * A page that writes its filters into the address meanwhile replaces the entry, which ends nothing.
 */
export function useMark(): void {
  const { key, state } = useLocation()
  const label = (state as { mark?: string } | null)?.mark
  useEffect(() => {
    if (label === undefined || shown.has(key)) return
    shown.add(key)
    whenShown(label)
  }, [key, label])
}
/** History entries whose label has been shown: going back does not mark it again. */
const shown = new Set<string>()

/** Another page ends the wait. */
function whenShown(label: string): void {
  const { pathname } = location
  const stop = () => {
    watcher.disconnect()
    clearTimeout(timer)
  }
  const look = () => {
    const element = location.pathname === pathname ? labelled(label) : undefined
    if (element) show(element)
    if (element || location.pathname !== pathname) stop()
  }
  const watcher = new MutationObserver(look)
  const timer = setTimeout(stop, WAIT_MS)
  watcher.observe(document.querySelector('#main') ?? document.body, { childList: true, subtree: true, characterData: true })
  look()
}

const LABELS = 'label, button, th, h2, h3, legend, dt, [role=tab], .card-title, a'

function labelled(label: string): HTMLElement | undefined {
  const elements = document.querySelectorAll<HTMLElement>(
    LABELS.split(', ')
      .map(each => `#main ${each}`)
      .join(),
  )
  return [...elements].find(
    element => element.textContent?.replaceAll(/\s/g, '') === label.replaceAll(/\s/g, '') && element.offsetParent !== null,
  )
}

function show(element: HTMLElement): void {
  element.scrollIntoView({ block: 'center' })
  element.classList.add('marked')
  setTimeout(() => element.classList.remove('marked'), MARKED_MS)
  const field = element instanceof HTMLLabelElement ? element.control : element
  field?.focus({ preventScroll: true })
}
