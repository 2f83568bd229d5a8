import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { DIALOG_WIDTH, SMALL_DIALOG_WIDTH } from '../kernel/constants.ts'
import { useFocusReturn } from './focus-return.ts'
import { text } from './text.ts'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  small?: boolean
  /** Left out: no buttons at all but the ✕. */
  footer?: ReactNode
  /** The forced password change has no way out. */
  canClose?: boolean
}

/** A dialog that stands as long as it is mounted. */
export function Dialog({ title, onClose, children, small = false, footer = null, canClose = true }: Props) {
  useFocusReturn()
  return (
    <Modal
      open
      title={title}
      width={small ? SMALL_DIALOG_WIDTH : DIALOG_WIDTH}
      onCancel={onClose}
      footer={footer}
      closable={canClose && { 'aria-label': text.dialog.close }}
      keyboard={canClose}
      mask={{ closable: false }}
    >
      {children}
    </Modal>
  )
}
