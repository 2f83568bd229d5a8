import type { ReactNode } from 'react'
import { notifier } from '../../platform/client.ts'
import { ERROR_MS, SMALL_DIALOG_WIDTH } from '../../platform/constants.ts'
import { text as platformText } from '../../platform/text.ts'
import { questions } from './ask.ts'
import { text } from '../text.ts'

interface Act {
  /** Names the object of the operation. */
  title: string
  /** The consequences. */
  content?: ReactNode
  okText?: string
  cancelText?: string
  danger?: boolean
  run: () => Promise<unknown>
  onCancel?: () => void
}

/** Asks for confirmation. A dialog and not a Popconfirm: it takes the focus and returns it. */
export function confirmAct({ title, content, okText, cancelText, danger = false, run, onCancel }: Act): void {
  const ask: Parameters<Awaited<ReturnType<typeof questions>>['put']>[0] = {
    title,
    content,
    width: SMALL_DIALOG_WIDTH,
    okText: okText ?? text.dialog.ok,
    cancelText: cancelText ?? text.dialog.cancel,
    okButtonProps: { danger },
    focusable: { autoFocusButton: danger ? 'cancel' : 'ok' },
    // A refusal has been shown by the client; the question closes in any case.
    onOk: () => run().catch(() => undefined),
    onCancel: () => onCancel?.(),
  }
  questions().then(
    ({ put }) => put(ask),
    () => notifier.toast(platformText.networkProblem, ERROR_MS, 'error'),
  )
}
