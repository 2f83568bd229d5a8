import { orgSetting } from '@hufu/contract/directory/org-setting'
import { type PositionAttribute, positionAttribute } from '@hufu/contract/directory/position-attribute'
import type { PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'
import { useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { text } from './text.ts'

/** What shows the rows of one kind. */
export const shownBy = (kind: PositionAttributeKind) => {
  const { page, list, byId, standard } = positionAttribute[kind]
  return [page, list, byId, standard, orgSetting.overview]
}

export function usePositionAttributeActs(kind: PositionAttributeKind, onDone: () => void) {
  const refreshes = shownBy(kind)
  const setStatus = useAction(positionAttribute[kind].setStatus, { refreshes })
  const remove = useAction(positionAttribute[kind].remove, { refreshes })
  const sort = useAction(positionAttribute[kind].sortDrag, { refreshes })
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
  const askRemove = (ids: string[], title: string) =>
    confirmAct({
      title,
      content: text.removeText,
      okText: text.remove,
      danger: true,
      run: async () => finish(await remove.run({ body: { ids } }), text.removed),
    })
  return {
    setStatus: ({ id, name }: PositionAttribute, status: 0 | 1) =>
      askStatus([id], status, status ? text.enableTitle(name) : text.disableTitle(name)),
    setStatuses: (ids: string[], status: 0 | 1) =>
      askStatus(ids, status, status ? text.enableMany(ids.length) : text.disableMany(ids.length)),
    remove: ({ id, name }: PositionAttribute) => askRemove([id], text.removeTitle(name)),
    removeMany: (ids: string[]) => askRemove(ids, text.removeMany(ids.length)),
    putInOrder: async (ids: string[]) => finish(await sort.run({ body: ids }), text.sorted),
  }
}
