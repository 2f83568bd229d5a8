import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { SMALL_DIALOG_WIDTH } from '../kernel/constants.ts'
import { text } from './text.ts'

interface Act {
  /** Names the thing it is done to. */
  title: string
  /** What follows from it. */
  content?: ReactNode
  okText?: string
  cancelText?: string
  danger?: boolean
  run: () => Promise<unknown>
}

/** Asks before doing. A dialog, never a Popconfirm: it takes the focus and gives it back. */
export function confirmAct({ title, content, okText, cancelText, danger = false, run }: Act): void {
  Modal.confirm({
    title,
    content,
    width: SMALL_DIALOG_WIDTH,
    okText: okText ?? text.dialog.ok,
    cancelText: cancelText ?? text.dialog.cancel,
    okButtonProps: { danger },
    focusable: { autoFocusButton: danger ? 'cancel' : 'ok' },
    // A refusal has been shown by the client; the question is answered either way.
    onOk: () => run().catch(() => undefined),
  })
}
