import { apiClient } from '@hufu/contract/federation/api-client'
import { apiItem, type ApiItem } from '@hufu/contract/federation/api-item'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { useListActs } from '../../../ui/list/use-list-acts.ts'
import { apiName } from './shipped-api-names.ts'
import { text } from './text.ts'

/** The lists that show calls and whether clients can be granted them. */
export const REFRESHES = [apiItem.page, apiItem.groups, apiItem.byId, apiClient.listApi]

export function useApiActs(onDone: () => void) {
  const refresh = useAction(apiItem.refresh, { refreshes: REFRESHES })
  const acts = useListActs<ApiItem>({
    calls: apiItem,
    refreshes: REFRESHES,
    words: text,
    nameOf: row => apiName(row.name),
    statusText: (_, status) => (status ? text.enableText : text.disableText),
    removeText: () => text.removeText,
    onDone,
  })
  return {
    ...acts,
    isRefreshing: refresh.pending,
    refresh: async () => {
      const answer = await refresh.run()
      if (ok(answer)) notifier.done(text.refreshed(answer.data.added, answer.data.total, answer.data.missing))
    },
  }
}
