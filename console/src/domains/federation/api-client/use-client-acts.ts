import { apiClient, type ApiClient } from '@hufu/contract/federation/api-client'
import { useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { text } from './text.ts'

/** What shows API clients. */
export const CLIENT_LISTS = [apiClient.page, apiClient.byId] as const
const REFRESHED = { refreshes: CLIENT_LISTS }
const words = text.acts

const idsOf = (rows: readonly ApiClient[]) => rows.map(row => row.id)
/** Who is cut off: when and whence it last called. */
function usedBy(rows: readonly ApiClient[]): string {
  const [only, ...others] = rows
  if (only && others.length === 0)
    return only.lastTime === null || only.lastIp === null ? words.unused : words.used(only.lastTime, only.lastIp)
  return words.usedMany(rows.filter(row => row.lastTime !== null).length)
}

/** Another secret; the former one holds on for a while, or ends. */
export function useRotation(): (id: string, endFormer: boolean) => Promise<Envelope<{ clientSecret: string }>> {
  const reset = useAction(apiClient.resetSecret, REFRESHED)
  return (id, endFormer) => reset.run({ query: { id }, body: { endFormer } })
}

/** Enabling, disabling and deleting: each asks first and says whether it is in use. */
export function useClientActs(onDone: () => void) {
  const setStatus = useAction(apiClient.setStatus, REFRESHED)
  const remove = useAction(apiClient.remove, REFRESHED)
  const finish = (answer: Envelope, sentence: string) => {
    if (!ok(answer)) return
    onDone()
    notifier.toast(sentence, CONFIG_MS, 'success')
  }
  const askStatus = (rows: readonly ApiClient[], status: 0 | 1, title: string) =>
    confirmAct({
      title,
      content: status ? words.enableText : words.disableText + usedBy(rows),
      okText: status ? text.tools.enable : text.tools.disable,
      danger: status === 0,
      run: async () => finish(await setStatus.run({ query: { status }, body: { ids: idsOf(rows) } }), words.done),
    })
  const askRemove = (rows: readonly ApiClient[], title: string) =>
    confirmAct({
      title,
      content: words.removeText + usedBy(rows),
      okText: text.tools.remove,
      danger: true,
      run: async () => finish(await remove.run({ body: { ids: idsOf(rows) } }), words.removed),
    })
  return {
    setStatus: (row: ApiClient, status: 0 | 1) =>
      askStatus([row], status, status ? words.enableTitle(row.name) : words.disableTitle(row.name)),
    setStatuses: (rows: readonly ApiClient[], status: 0 | 1) =>
      askStatus(rows, status, status ? words.enableMany(rows.length) : words.disableMany(rows.length)),
    remove: (row: ApiClient) => askRemove([row], words.removeTitle(row.name)),
    removeMany: (rows: readonly ApiClient[]) => askRemove(rows, words.removeMany(rows.length)),
  }
}
export type ClientActs = ReturnType<typeof useClientActs>
