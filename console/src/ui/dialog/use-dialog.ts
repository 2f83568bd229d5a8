import { useLayoutEffect, useRef, useState } from 'react'
import { returnFocus } from '../focus-return.ts'

export interface DialogState<T> {
  isOpen: boolean
  /** The record it is about; undefined for a new one. */
  item: T | undefined
  open: (item?: T) => void
  close: () => void
}

/** The state of a dialog: open or not, and for which record; closing returns the focus. */
export function useDialog<T = undefined>(): DialogState<T> {
  const [state, setState] = useState<{ item: T | undefined }>()
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (state === undefined) returnFocus(opener.current)
  }, [state])
  return {
    isOpen: state !== undefined,
    item: state?.item,
    open: item => {
      opener.current = document.activeElement
      setState({ item })
    },
    close: () => setState(undefined),
  }
}
