import { apiClient, type ApiClient } from '@hufu/contract/federation/api-client'
import { useAction } from '../../../platform/calls.ts'
import type { Envelope } from '../../../platform/client.ts'
import { useListActs } from '../../../ui/list/use-list-acts.ts'
import { text } from './text.ts'

/** Calls that show API clients, read again after a change. */
export const CLIENT_LISTS = [apiClient.page, apiClient.byId] as const
const words = text.acts

/** Names when and from where the client that would be cut off last called. */
function usedBy(rows: readonly ApiClient[]): string {
  const [only, ...others] = rows
  if (only && others.length === 0)
    return only.lastTime === null || only.lastIp === null ? words.unused : words.used(only.lastTime, only.lastIp)
  return words.usedMany(rows.filter(row => row.lastTime !== null).length)
}

/** Renews the secret; the former one stays valid for a day, or ends at once. */
export function useRotation(): (id: string, endFormer: boolean) => Promise<Envelope<{ clientSecret: string }>> {
  const reset = useAction(apiClient.resetSecret, { refreshes: CLIENT_LISTS })
  return (id, endFormer) => reset.run({ query: { id }, body: { endFormer } })
}

export const useClientActs = (onDone: () => void) =>
  useListActs<ApiClient>({
    calls: apiClient,
    refreshes: CLIENT_LISTS,
    words: { ...words, ...text.tools },
    nameOf: row => row.name,
    statusText: (rows, status) => (status ? words.enableText : words.disableText(usedBy(rows))),
    removeText: rows => words.removeText(usedBy(rows)),
    onDone,
  })
export type ClientActs = ReturnType<typeof useClientActs>
