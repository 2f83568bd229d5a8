import { dict, type DictItem, type DictType } from '@hufu/contract/operations/dict'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { useListActs } from '../../../ui/list/use-list-acts.ts'
import { text } from './text.ts'

/** Calls that show the dictionary, read again after a change. */
export const REFRESHES = [dict.pageType, dict.page, dict.byId, dict.list]
const REFRESHING = { refreshes: REFRESHES }
const toastSuccess = (sentence: string) => notifier.done(sentence)

export function useDictActs(type: string, onDone: () => void) {
  const order = useAction(dict.saveOrder, REFRESHING)
  const acts = useListActs<DictItem>({
    calls: dict,
    refreshes: REFRESHES,
    words: text,
    nameOf: row => row.name,
    statusText: (_, status) => (status ? text.enableText : text.disableText),
    removeText: () => text.removeText,
    onDone,
  })
  return { ...acts, putInOrder: async (ids: string[]) => acts.finish(await order.run({ body: { type, ids } }), text.sorted) }
}

/** Asks before deleting a type with its items. */
export function useRemoveType(onRemoved: () => void): (type: DictType) => void {
  const remove = useAction(dict.removeType, REFRESHING)
  const run = async (id: string) => {
    if (!ok(await remove.run({ body: { ids: [id] } }))) return
    onRemoved()
    toastSuccess(text.removed)
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
  const refresh = useAction(dict.refresh, REFRESHING)
  const run = async () => {
    const answer = await refresh.run()
    if (ok(answer)) toastSuccess(text.refreshed(answer.data))
  }
  return { pending: refresh.pending, run }
}
