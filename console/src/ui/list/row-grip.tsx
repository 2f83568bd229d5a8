import { HolderOutlined } from '@ant-design/icons'
import type { KeyboardEvent } from 'react'
import { text } from './grip-text.ts'

interface Props {
  id: string
  name: string
  onMove: (step: -1 | 1) => void
}

/** A handle: dragged by mouse, or moved by Alt and an arrow key. */
export function RowGrip({ id, name, onMove }: Props) {
  const byKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || step === undefined) return
    event.preventDefault()
    onMove(step as -1 | 1)
  }
  return (
    <button type="button" className="row-grip" draggable data-grip={id} title={text.hint} aria-label={text.grip(name)} onKeyDown={byKey}>
      <HolderOutlined aria-hidden />
    </button>
  )
}

/** The ids with this one moved a step up or down; undefined at an end. */
export function moved(ids: readonly string[], id: string, step: -1 | 1): string[] | undefined {
  const at = ids.indexOf(id)
  if (ids[at + step] === undefined) return undefined
  const rest = ids.filter(one => one !== id)
  rest.splice(at + step, 0, id)
  return rest
}
