import { type DragEvent, type ReactNode, useRef } from 'react'
import './drag-rows.css'

interface Props {
  ids: string[]
  /** Called with the ids in their new order. */
  onOrder: (ids: string[]) => void
  children: ReactNode
}

/** Lets the rows inside be reordered by their handles. */
export function DragRows({ ids, onOrder, children }: Props) {
  const dragged = useRef<string>(undefined)
  const indicator = useRef<HTMLElement>(undefined)
  const unmark = () => {
    indicator.current?.removeAttribute('data-drop')
    indicator.current = undefined
  }
  const take = (event: DragEvent) => {
    const grip = (event.target as Element).closest<HTMLElement>('[data-grip]')
    if (!grip) return
    dragged.current = grip.dataset.grip
    event.dataTransfer.effectAllowed = 'move'
    const row = grip.closest('tr')
    if (row) event.dataTransfer.setDragImage(row, 0, 0)
  }
  const over = (event: DragEvent) => {
    const row = rowAt(event)
    if (dragged.current === undefined || !row) return
    event.preventDefault()
    unmark()
    row.dataset.drop = isBelow(event, row) ? 'below' : 'above'
    indicator.current = row
  }
  const drop = (event: DragEvent) => {
    const row = rowAt(event)
    const [moved, at] = [dragged.current, row?.dataset.rowKey]
    unmark()
    dragged.current = undefined
    if (moved === undefined || !row || at === undefined || at === moved) return
    event.preventDefault()
    const rest = ids.filter(id => id !== moved)
    rest.splice(rest.indexOf(at) + (isBelow(event, row) ? 1 : 0), 0, moved)
    if (rest.join() !== ids.join()) onOrder(rest)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dragging is the mouse's way; the others are under 更多
    <div onDragStart={take} onDragOver={over} onDrop={drop} onDragEnd={unmark}>
      {children}
    </div>
  )
}

const rowAt = (event: DragEvent) => (event.target as Element).closest<HTMLElement>('tr.ant-table-row')
function isBelow(event: DragEvent, row: HTMLElement): boolean {
  const { top, height } = row.getBoundingClientRect()
  return event.clientY > top + height / 2
}
