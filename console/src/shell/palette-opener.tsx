import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect } from 'react'
import { giveBack } from '../ui/focus-return.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { createStore, useStore } from '../platform/store.ts'
import { text } from './text.ts'

const Palette = lazyComponent(() => import('./palette.tsx'))

const palette = createStore<{ opener: Element | null | undefined }>({ opener: undefined })
/** Finds pages, people and organisations; closing gives the focus back. */
export const openPalette = (): void => palette.set({ opener: document.activeElement })
function closePalette() {
  const { opener } = palette.get()
  palette.set({ opener: undefined })
  giveBack(opener ?? null)
}

/** The way in: a button in the top bar, Ctrl+K or ⌘K from anywhere. */
export function PaletteOpener() {
  const isOpen = useStore(palette, ({ opener }) => opener !== undefined)
  useEffect(() => {
    addEventListener('keydown', byKey)
    return () => removeEventListener('keydown', byKey)
  }, [])
  return (
    <>
      <Button
        className="palette-door"
        icon={<SearchOutlined aria-hidden />}
        title={text.palette.open}
        aria-keyshortcuts="Control+K"
        onClick={openPalette}
      >
        {text.palette.short}
        <kbd aria-hidden="true">{text.palette.keys}</kbd>
      </Button>
      {isOpen && <Palette onClose={closePalette} />}
    </>
  )
}

function byKey(event: KeyboardEvent) {
  const isPalette = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k'
  const field = event.key === '/' && !isTyping(event.target) ? queryField() : undefined
  if (!isPalette && !field) return
  event.preventDefault()
  if (isPalette && palette.get().opener === undefined) openPalette()
  field?.focus()
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** Where what is sought is typed; none while a dialog stands over it. */
const queryField = () =>
  document.querySelector('[role=dialog]')
    ? undefined
    : (document.querySelector<HTMLElement>('.search-bar:not([hidden]) input') ?? undefined)
