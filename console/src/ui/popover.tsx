import { type HTMLAttributes, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

const GAP = 4
const EDGE = 8

interface Props extends HTMLAttributes<HTMLDivElement> {
  anchor: HTMLElement
  /** Called after a press, scroll or tab elsewhere. */
  onClose: () => void
  /** The position: below, aligned with the left or right edge of the anchor and at least as wide; or beside it. */
  at?: 'start' | 'end' | 'beside'
}

/** A small layer at a button or field: below it, above if there is no room, always within the window. */
export function Popover({ anchor, onClose, at = 'start', className = '', children, ...rest }: Props) {
  const layer = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => {
    const own = layer.current!
    const settle = () => place(own, anchor.getBoundingClientRect(), at)
    settle()
    const watch = new ResizeObserver(settle)
    watch.observe(own)
    return () => watch.disconnect()
  }, [anchor, at])
  useEffect(() => {
    const elsewhere = (event: Event) => {
      const where = event.target as Node
      if (!layer.current?.contains(where) && !anchor.contains(where)) close.current()
    }
    const { left, top } = anchor.getBoundingClientRect()
    // Ignores the late event of a scroll that happened before it opened.
    const scrolled = (event: Event) => {
      const now = anchor.getBoundingClientRect()
      if (now.left !== left || now.top !== top) elsewhere(event)
    }
    const gone = () => close.current()
    document.addEventListener('pointerdown', elsewhere, true)
    document.addEventListener('focusin', elsewhere)
    document.addEventListener('scroll', scrolled, true)
    addEventListener('resize', gone)
    return () => {
      document.removeEventListener('pointerdown', elsewhere, true)
      document.removeEventListener('focusin', elsewhere)
      document.removeEventListener('scroll', scrolled, true)
      removeEventListener('resize', gone)
    }
  }, [anchor])
  return createPortal(
    <div ref={layer} className={`floating ${className}`} {...rest}>
      {children}
    </div>,
    // A dialog traps the focus, so its layers are rendered inside.
    anchor.closest('[role=dialog]') ?? document.body,
  )
}

function place(layer: HTMLElement, from: DOMRect, at: NonNullable<Props['at']>): void {
  const { offsetWidth: width, offsetHeight: height, style } = layer
  const wished = at === 'beside' ? from.right + GAP : at === 'end' ? from.right - width : from.left
  const below = at === 'beside' ? from.top : from.bottom + GAP
  const fits = below + height + EDGE <= innerHeight || from.top < innerHeight - from.bottom
  const top = fits ? below : at === 'beside' ? innerHeight - height - EDGE : from.top - GAP - height
  style.left = `${Math.max(EDGE, Math.min(wished, innerWidth - width - EDGE))}px`
  style.top = `${Math.max(EDGE, top)}px`
  if (at !== 'beside') style.minWidth = `${from.width}px`
}
