import { sync, type SyncConflict } from '@hufu/contract/provisioning/sync'
import { useAction } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import { text } from './conflict-text.ts'

type Candidate = Pick<SyncConflict['candidates'][number], 'id' | 'name'>

/** Three ways to resolve a conflict; each is stored for the next run. */
export function useResolve() {
  const action = useAction(sync.resolve, { refreshes: [sync.pageConflict, sync.page] })
  const decide = async (row: SyncConflict, by: { action: 'link' | 'create' | 'ignore'; targetId?: string }, message: string) => {
    const { syncId, objectType, originId } = row
    if (ok(await action.run({ body: { syncId, objectType, originId, ...by } }))) notifier.done(message)
  }
  return {
    pending: action.pending,
    link: (row: SyncConflict, to: Candidate) => decide(row, { action: 'link', targetId: to.id }, text.linked(to.name)),
    create: (row: SyncConflict) => decide(row, { action: 'create' }, text.created),
    ignore: (row: SyncConflict) => decide(row, { action: 'ignore' }, text.ignored),
  }
}
export type Resolve = ReturnType<typeof useResolve>
