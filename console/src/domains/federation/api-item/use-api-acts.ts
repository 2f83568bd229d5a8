import { apiClient } from '@hufu/contract/federation/api-client'
import { apiItem, type ApiItem } from '@hufu/contract/federation/api-item'
import { useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { text } from './text.ts'

/** What shows calls, and which of them clients can be given. */
export const SHOWN_BY = [apiItem.page, apiItem.groups, apiItem.byId, apiClient.listApi]
const REFRESHES = { refreshes: SHOWN_BY }
const say = (sentence: string) => notifier.toast(sentence, CONFIG_MS, 'success')

export function useApiActs(onDone: () => void) {
  const setStatus = useAction(apiItem.setStatus, REFRESHES)
  const remove = useAction(apiItem.remove, REFRESHES)
  const refresh = useAction(apiItem.refresh, REFRESHES)
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
    setStatus: ({ id, name }: ApiItem, status: 0 | 1) => askStatus([id], status, status ? text.enableTitle(name) : text.disableTitle(name)),
    setStatuses: (ids: string[], status: 0 | 1) =>
      askStatus(ids, status, status ? text.enableMany(ids.length) : text.disableMany(ids.length)),
    remove: ({ id, name }: ApiItem) => askRemove([id], text.removeTitle(name)),
    removeMany: (ids: string[]) => askRemove(ids, text.removeMany(ids.length)),
    isRefreshing: refresh.pending,
    refresh: async () => {
      const answer = await refresh.run()
      if (ok(answer)) say(text.refreshed(answer.data.added, answer.data.total, answer.data.missing))
    },
  }
}
