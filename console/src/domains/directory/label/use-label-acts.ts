import { type Label, userLabel } from '@hufu/contract/directory/label'
import { user } from '@hufu/contract/directory/user'
import { useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { text } from './text.ts'

/** What shows labels, and who carries them. */
export const SHOWN_BY = [userLabel.page, userLabel.list, userLabel.byId, userLabel.pageUser, user.page, user.byId]

export function useLabelActs(onDone: () => void) {
  const setStatus = useAction(userLabel.setStatus, { refreshes: SHOWN_BY })
  const remove = useAction(userLabel.remove, { refreshes: SHOWN_BY })
  const finish = (answer: Envelope, sentence: string) => {
    if (!ok(answer)) return
    onDone()
    notifier.toast(sentence, CONFIG_MS, 'success')
  }
  const askStatus = (ids: string[], status: 0 | 1, title: string) =>
    confirmAct({
      title,
      content: status ? text.enableText : text.disableText,
      okText: status ? text.enable : text.disable,
      danger: status === 0,
      run: async () => finish(await setStatus.run({ query: { status }, body: { ids } }), text.done),
    })
  const askRemove = (ids: string[], title: string, content: string) =>
    confirmAct({
      title,
      content,
      okText: text.remove,
      danger: true,
      run: async () => finish(await remove.run({ body: { ids } }), text.removed),
    })
  return {
    setStatus: ({ id, name }: Label, status: 0 | 1) => askStatus([id], status, status ? text.enableTitle(name) : text.disableTitle(name)),
    setStatuses: (ids: string[], status: 0 | 1) =>
      askStatus(ids, status, status ? text.enableMany(ids.length) : text.disableMany(ids.length)),
    remove: ({ id, name, userCount }: Label) => askRemove([id], text.removeTitle(name), text.removeText(userCount)),
    removeMany: (ids: string[]) => askRemove(ids, text.removeMany(ids.length), text.removeManyText),
  }
}
