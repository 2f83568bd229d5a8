import { keptNotice, type Notice } from '@hufu/contract/operations/kept-notice'
import { notice } from '@hufu/contract/operations/notice'
import { useAction } from '../../../platform/calls.ts'
import type { Envelope, Undo } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { useEnabling } from '../../../ui/use-undo.ts'
import { text } from './text.ts'

/** Calls that show home page files, read again after a change. */
export const REFRESHES = [keptNotice.page, keptNotice.byId, notice.list]
const REFRESHING = { refreshes: REFRESHES }

export function useNoticeActs(onDone: () => void) {
  const setStatus = useAction(keptNotice.setStatus, REFRESHING)
  const setSortNum = useAction(keptNotice.setSortNum, REFRESHING)
  const saveOrder = useAction(keptNotice.saveOrder, REFRESHING)
  const remove = useAction(keptNotice.remove, REFRESHING)
  const enabling = useEnabling(keptNotice.setStatus, REFRESHES)
  const finish = (answer: Envelope, sentence: string, undo?: Undo) => {
    if (toastIfDone(answer, sentence, undo)) onDone()
  }
  const askStatus = (rows: readonly Notice[], status: 0 | 1, title: string) =>
    confirmAct({
      title,
      content: status ? text.enableText : text.disableText,
      okText: status ? text.enable : text.disable,
      danger: status === 0,
      run: async () => {
        const enabled = idsOf(rows.filter(row => row.status === 1))
        finish(await setStatus.run({ query: { status }, body: { ids: idsOf(rows) } }), text.done, enabling(enabled, status))
      },
    })
  return {
    setStatus: (row: Notice, status: 0 | 1) =>
      askStatus([row], status, status ? text.enableTitle(row.title) : text.disableTitle(row.title)),
    setStatuses: (rows: readonly Notice[], status: 0 | 1) =>
      askStatus(rows, status, status ? text.enableMany(rows.length) : text.disableMany(rows.length)),
    setSortNum: async ({ id }: Notice, sortNum: number) => finish(await setSortNum.run({ query: { id, sortNum } }), text.sorted),
    putInOrder: async (ids: string[]) => finish(await saveOrder.run({ body: { ids } }), text.sorted),
    remove: ({ id, title }: Notice) =>
      confirmAct({
        title: text.removeTitle(title),
        content: text.removeText,
        okText: text.remove,
        danger: true,
        run: async () => finish(await remove.run({ query: { id } }), text.removed),
      }),
  }
}

const idsOf = (rows: readonly Notice[]) => rows.map(({ id }) => id)
