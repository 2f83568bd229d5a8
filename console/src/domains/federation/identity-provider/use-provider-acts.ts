import { type IdentityProvider, identityProvider } from '@hufu/contract/federation/identity-provider'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { ERROR_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { useListActs } from '../../../ui/list/use-list-acts.ts'
import { text } from './text.ts'

export const PROVIDER_LISTS = [identityProvider.page, identityProvider.byId]

export function useProviderActs() {
  const acts = useListActs<IdentityProvider>({
    calls: identityProvider,
    refreshes: PROVIDER_LISTS,
    words: text,
    nameOf: row => row.name,
    statusText: (_, status) => (status ? text.enableText : text.disableText),
    removeText: rows => text.removeText(rows.reduce((sum, row) => sum + row.linkCount, 0)),
    onDone: () => undefined,
  })
  const begin = useAction(identityProvider.test)
  const run = async ({ id }: IdentityProvider) => {
    const answer = await begin.run({ body: { id } })
    if (ok(answer) && !window.open(answer.data.address, '_blank', 'noopener=no')) notifier.toast(text.testBlocked, ERROR_MS, 'error')
  }
  const test = (row: IdentityProvider) =>
    // Not awaited, so that the confirmation closes before a step-up dialog opens.
    confirmAct({ title: text.testTitle(row.name), content: text.testText, okText: text.test, run: async () => void run(row) })
  return { ...acts, test }
}
