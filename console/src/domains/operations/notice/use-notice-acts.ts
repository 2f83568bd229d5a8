import { keptNotice, type Notice } from '@hufu/contract/operations/kept-notice'
import { notice } from '@hufu/contract/operations/notice'
import { useAction } from '../../../platform/calls.ts'
import type { Envelope } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { text } from './text.ts'

/** Calls that show home page files, read again after a change. */
export const REFRESHES = [keptNotice.page, keptNotice.byId, notice.list]
const REFRESHING = { refreshes: REFRESHES }

export function useNoticeActs(onDone: () => void) {
  const setStatus = useAction(keptNotice.setStatus, REFRESHING)
  const setSortNum = useAction(keptNotice.setSortNum, REFRESHING)
  const saveOrder = useAction(keptNotice.saveOrder, REFRESHING)
  const remove = useAction(keptNotice.remove, REFRESHING)
  const finish = (answer: Envelope, sentence: string) => {
    if (toastIfDone(answer, sentence)) onDone()
  }
  const askStatus = (ids: string[], status: 0 | 1, title: string) =>
    confirmAct({
      title,
      content: status ? text.enableText : text.disableText,
      okText: status ? text.enable : text.disable,
      danger: status === 0,
      run: async () => finish(await setStatus.run({ query: { status }, body: { ids } }), text.done),
    })
  return {
    setStatus: ({ id, title }: Notice, status: 0 | 1) =>
      askStatus([id], status, status ? text.enableTitle(title) : text.disableTitle(title)),
    setStatuses: (ids: string[], status: 0 | 1) =>
      askStatus(ids, status, status ? text.enableMany(ids.length) : text.disableMany(ids.length)),
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
