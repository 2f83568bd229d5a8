import { Modal } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { DIALOG_WIDTH, SMALL_DIALOG_WIDTH, WIDE_DIALOG_WIDTH } from '../../platform/constants.ts'
import { useFocusReturn } from '../focus-return.ts'
import { text } from '../text.ts'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  small?: boolean
  wide?: boolean
  /** Absent: no buttons but the ✕. */
  footer?: ReactNode
  /** The forced password change cannot be closed. */
  canClose?: boolean
}

/** A dialog that is open while mounted. */
export function Dialog({ title, onClose, children, small = false, wide = false, footer = null, canClose = true }: Props) {
  useFocusReturn()
  return (
    <Modal
      open
      title={title}
      width={small ? SMALL_DIALOG_WIDTH : wide ? WIDE_DIALOG_WIDTH : DIALOG_WIDTH}
      onCancel={onClose}
      footer={footer}
      closable={canClose && { 'aria-label': text.dialog.close }}
      keyboard={canClose}
      mask={{ closable: false }}
    >
      <FirstField>{children}</FirstField>
    </Modal>
  )
}

/** Focuses the first field instead of the close button. */
function FirstField({ children }: { children: ReactNode }) {
  const room = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const take = () => room.current?.contains(document.activeElement) || room.current?.querySelector<HTMLElement>(FIELD)?.focus()
    take()
    // Waits until a dialog below has released the focus.
    const frame = requestAnimationFrame(take)
    return () => cancelAnimationFrame(frame)
  }, [])
  return <div ref={room}>{children}</div>
}

const FIELD = ':is(input:not([type=hidden], [type=radio]:not(:checked)), select, textarea):not(:disabled)'
