import { useState } from 'react'
import { hasFlag, setFlag } from '../../../../ui/flags.ts'

const KEY = 'hufu-user-form-more'

/** Whether the part below 更多 is open: as the user last chose in this browser, or because a field in it needs to be seen. */
export function useMore(isNeeded: boolean) {
  const [isOpen, setOpen] = useState(() => isNeeded || hasFlag(KEY))
  return {
    isOpen,
    open: () => setOpen(true),
    toggle: () => {
      setFlag(KEY, !isOpen)
      setOpen(!isOpen)
    },
  }
}
export type More = ReturnType<typeof useMore>
