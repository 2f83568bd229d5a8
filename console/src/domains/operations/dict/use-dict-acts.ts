import { dict, type DictItem, type DictType } from '@hufu/contract/operations/dict'
import { useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { text } from './text.ts'

/** What shows the dictionary. */
export const SHOWN_BY = [dict.pageType, dict.page, dict.byId, dict.list]
const REFRESHES = { refreshes: SHOWN_BY }
const say = (sentence: string) => notifier.toast(sentence, CONFIG_MS, 'success')

export function useDictActs(type: string, onDone: () => void) {
  const setStatus = useAction(dict.setStatus, REFRESHES)
  const remove = useAction(dict.remove, REFRESHES)
  const order = useAction(dict.saveOrder, REFRESHES)
  const finish = (answer: Envelope, sentence: string) => {
    if (!ok(answer)) return
    onDone()
    say(sentence)
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
    setStatus: ({ id, name }: DictItem, status: 0 | 1) =>
      askStatus([id], status, status ? text.enableTitle(name) : text.disableTitle(name)),
    setStatuses: (ids: string[], status: 0 | 1) =>
      askStatus(ids, status, status ? text.enableMany(ids.length) : text.disableMany(ids.length)),
    remove: ({ id, name }: DictItem) => askRemove([id], text.removeTitle(name)),
    removeMany: (ids: string[]) => askRemove(ids, text.removeMany(ids.length)),
    putInOrder: async (ids: string[]) => finish(await order.run({ body: { type, ids } }), text.sorted),
  }
}

/** Asks before a type goes with its items. */
export function useRemoveType(onRemoved: () => void): (type: DictType) => void {
  const remove = useAction(dict.removeType, REFRESHES)
  const run = async (id: string) => {
    if (!ok(await remove.run({ body: { ids: [id] } }))) return
    onRemoved()
    say(text.removed)
  }
  return ({ id, name, itemCount }) =>
    confirmAct({
      title: text.removeType(name),
      content: text.removeTypeText(itemCount),
      okText: text.remove,
      danger: true,
      run: () => run(id),
    })
}

export function useRefresh() {
  const refresh = useAction(dict.refresh, REFRESHES)
  const run = async () => {
    const answer = await refresh.run()
    if (ok(answer)) say(text.refreshed(answer.data))
  }
  return { pending: refresh.pending, run }
}
