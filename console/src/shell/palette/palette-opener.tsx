import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect } from 'react'
import { returnFocus } from '../../ui/focus-return.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { createSessionStore } from '../../platform/session.ts'
import { useStore } from '../../platform/store.ts'
import { text } from '../text.ts'

const Palette = lazyComponent(() => import('./palette.tsx'))
const Keys = lazyComponent(() => import('./keys.tsx'))

/** Which of the two is open, and the element that had the focus before. */
const palette = createSessionStore<{ shown: 'palette' | 'keys' | undefined; opener: Element | null }>({ shown: undefined, opener: null })
const show = (shown: 'palette' | 'keys') => palette.set({ shown, opener: document.activeElement })
/** Opens the search for pages, applications, users and organisations; closing returns the focus. */
export const openPalette = (): void => show('palette')
/** Opens the list of shortcut keys. */
export const showShortcuts = (): void => show('keys')
function close() {
  const { opener } = palette.get()
  palette.set({ shown: undefined, opener: null })
  returnFocus(opener)
}

/** Opens the palette: a button in the top bar, and Ctrl+K or ⌘K. */
export function PaletteOpener() {
  const shown = useStore(palette, value => value.shown)
  useEffect(() => {
    addEventListener('keydown', byKey)
    return () => removeEventListener('keydown', byKey)
  }, [])
  return (
    <>
      <Button
        className="palette-opener"
        icon={<SearchOutlined aria-hidden />}
        title={text.palette.open}
        aria-keyshortcuts="Control+K"
        onClick={openPalette}
      >
        {text.palette.short}
        <kbd aria-hidden="true">{text.palette.keys}</kbd>
      </Button>
      {shown === 'palette' && <Palette onClose={close} />}
      {shown === 'keys' && <Keys onClose={close} />}
    </>
  )
}

function byKey(event: KeyboardEvent) {
  // Pages with shortcuts of their own handle them first.
  if (event.defaultPrevented) return
  const isPalette = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k'
  const isPlain = !isTyping(event.target) && !document.querySelector('dialog[open], [role=dialog]')
  const field = event.key === '/' && isPlain ? queryField() : undefined
  const isKeys = event.key === '?' && isPlain
  if (!isPalette && !isKeys && !field) return
  event.preventDefault()
  if (palette.get().shown === undefined && !field) show(isKeys ? 'keys' : 'palette')
  field?.focus()
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** The search field of the page. */
const queryField = () => document.querySelector<HTMLElement>('.search-bar:not([hidden]) input') ?? undefined
