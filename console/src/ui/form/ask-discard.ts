import { confirmAct } from '../dialog/confirm-act.ts'
import { text } from '../text.ts'

/** Asks before discarding what was typed into a dialog. */
export const askDiscard = (onClose: () => void) =>
  confirmAct({
    title: text.dialog.discardTitle,
    content: text.dialog.discardText,
    okText: text.dialog.discard,
    cancelText: text.dialog.keep,
    run: async () => onClose(),
  })
