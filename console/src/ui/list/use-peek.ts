import { type HTMLAttributes, type KeyboardEvent, type MouseEvent, useState } from 'react'

/** Interactive elements: a click there is not on the row. */
const INTERACTIVE = 'a, button, input, label, select, textarea, summary, [role=button], [role=menuitem], .ant-checkbox-wrapper, [data-grip]'

interface RowProps extends HTMLAttributes<HTMLElement> {
  'data-row'?: string
  'data-peeked'?: boolean
}

/**
 * A row shown beside the list, by Space or a click outside interactive elements. The rows are one tab stop: arrows move,
 * Enter follows the first link of a row.
 */
export function usePeek<T extends { id: string }>(rows: readonly T[]) {
  const [at, setAt] = useState('')
  const [isOpen, setOpen] = useState(false)
  const index = rows.findIndex(({ id }) => id === at)
  const go = (row: T | undefined, line: Element | null) => {
    if (!row) return
    setAt(row.id)
    const next = line?.parentElement?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)
    next?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: 'nearest' })
  }
  const show = (row: T) => {
    setOpen(!(isOpen && row.id === at))
    setAt(row.id)
  }
  const byKey = (event: KeyboardEvent<HTMLElement>, row: T, place: number) => {
    const { currentTarget: line, key } = event
    if (event.target !== line || event.ctrlKey || event.altKey || event.metaKey) return
    const acts: Record<string, (() => void) | undefined> = {
      ' ': () => show(row),
      ArrowDown: () => go(rows[place + 1], line),
      ArrowUp: () => go(rows[place - 1], line),
      Home: () => go(rows[0], line),
      End: () => go(rows.at(-1), line),
      Enter: () => line.querySelector('a')?.click(),
      Escape: isOpen ? () => setOpen(false) : undefined,
    }
    const act = acts[key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const press = (event: MouseEvent, row: T) => {
    if ((event.target as Element).closest(INTERACTIVE) || getSelection()?.isCollapsed === false) return
    show(row)
  }
  const rowProps = (row: T, place: number): RowProps => ({
    'data-row': row.id,
    tabIndex: (index < 0 ? place === 0 : row.id === at) ? 0 : -1,
    ...(isOpen && row.id === at && { 'data-peeked': true }),
    onKeyDown: event => byKey(event, row, place),
    onClick: event => press(event, row),
  })
  return {
    row: isOpen ? rows[index] : undefined,
    rowProps,
    before: rows[index - 1] && (() => setAt(rows[index - 1]!.id)),
    after: index >= 0 && rows[index + 1] ? () => setAt(rows[index + 1]!.id) : undefined,
    close: () => {
      setOpen(false)
      document.querySelector<HTMLElement>(`[data-row="${CSS.escape(at)}"]`)?.focus()
    },
  }
}
