import { LeftOutlined } from '@ant-design/icons'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { hasFlag, setFlag } from './flags.ts'
import { text } from './text.ts'
import { useLaptopScreen } from './use-small-screen.ts'

const MIN = 200
const MAX = 480
const STEP = 16
const DEFAULT_WIDTH = 248
const within = (width: number) => Math.min(MAX, Math.max(MIN, Math.round(width)))

interface Props {
  /** The storage key of the width. */
  name: string
  /**
   * The title of the left side, and the name of what is chosen there: shown in a field that replaces the tree if there is
   * no room for both.
   */
  label: string
  /** The chosen id: choosing closes that field. */
  at: string
  chosen?: string | undefined
  side: ReactNode
  children: ReactNode
}

/** A tree at the left and its panel at the right; the divider moves by pointer and arrow keys. */
export function Splitter({ name, label, at, chosen, side, children }: Props) {
  const key = `hufu-split-${name}`
  const [openedAt, setOpenedAt] = useState<string>()
  const isOpen = openedAt === at
  const [isFolded, setFolded] = useState(() => hasFlag(`${key}-folded`))
  const usual = useLaptopScreen() ? MIN : DEFAULT_WIDTH
  const [chosenWidth, setWidth] = useState(() => Number(localStorage.getItem(key)))
  const width = chosenWidth > 0 ? within(chosenWidth) : usual
  const settle = (next: number) => {
    setWidth(within(next))
    localStorage.setItem(key, String(within(next)))
  }
  const fold = () => {
    setFlag(`${key}-folded`, !isFolded)
    setFolded(!isFolded)
  }
  const byKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (step === undefined) return
    event.preventDefault()
    settle(width + step)
  }
  const byPointer = (event: PointerEvent<HTMLDivElement>) => {
    const bar = event.currentTarget
    const from = event.clientX - width
    bar.setPointerCapture(event.pointerId)
    const follow = (move: globalThis.PointerEvent) => settle(move.clientX - from)
    bar.addEventListener('pointermove', follow)
    bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', follow), { once: true })
  }
  const bar = (
    <div
      className="split-bar"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a splitter that is worked, not a rule that is drawn
      role="separator"
      aria-orientation="vertical"
      aria-label={text.tree.resize}
      aria-valuenow={width}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      tabIndex={0}
      onKeyDown={byKey}
      onPointerDown={byPointer}
    />
  )
  return (
    <div className="split" style={{ gridTemplateColumns: isFolded ? '16px minmax(0, 1fr)' : `${width}px 16px minmax(0, 1fr)` }}>
      <button type="button" className="choice split-field" aria-expanded={isOpen} onClick={() => setOpenedAt(isOpen ? undefined : at)}>
        {chosen === undefined ? label : text.tree.chosen(label, chosen)}
      </button>
      <div className="split-side" hidden={isFolded} data-open={isOpen}>
        {side}
      </div>
      <div className="split-edge">
        <button
          type="button"
          className="split-fold"
          aria-label={isFolded ? text.tree.unfold : text.tree.fold}
          title={isFolded ? text.tree.unfold : text.tree.fold}
          aria-expanded={!isFolded}
          onClick={fold}
        >
          <LeftOutlined aria-hidden />
        </button>
        {!isFolded && bar}
      </div>
      <div className="split-main">{children}</div>
    </div>
  )
}
