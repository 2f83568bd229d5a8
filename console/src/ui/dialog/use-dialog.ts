import { useLayoutEffect, useRef, useState } from 'react'
import { giveBack } from '../focus-return.ts'

export interface DialogState<T> {
  isOpen: boolean
  /** What it was opened for; undefined where something new is made. */
  item: T | undefined
  open: (item?: T) => void
  close: () => void
}

/** Whether a dialog stands open and for what; closing gives the focus back to where it came from. */
export function useDialog<T = undefined>(): DialogState<T> {
  const [state, setState] = useState<{ item: T | undefined }>()
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (state === undefined) giveBack(opener.current)
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
