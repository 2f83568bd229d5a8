import { sync, type SyncConfig } from '@hufu/contract/provisioning/sync'
import { useState } from 'react'
import { fetchData, useAction } from '../../../../platform/calls.ts'
import { ok } from '../../../../platform/client.ts'
import { confirmAct } from '../../../../ui/dialog/confirm-act.ts'
import { toastIfDone } from '../../../../ui/toast-if-done.ts'
import { useEnabling } from '../../../../ui/use-undo.ts'
import { text } from '../text.ts'

/** Calls that show tasks and their runs, read again after a change. */
export const REFRESHES = [sync.page, sync.byId, sync.pageRun, sync.getRun, sync.pageRow, sync.pageConflict]
const REFRESHED = { refreshes: REFRESHES }
const words = text.acts

type Named = Pick<SyncConfig, 'id' | 'name'>
export interface Watched extends Named {
  taskId: string
}

/** The newest run of a task: the waiting plan, otherwise the last run. */
export async function newestRun(id: string): Promise<string | undefined> {
  const { blockedRunId, lastRunId, recent } = await fetchData(sync.byId, { query: { id } })
  return blockedRunId ?? recent[0]?.id ?? lastRunId ?? undefined
}

/** Starts a run, and holds the run being watched. */
export function useRun() {
  const [watched, setWatched] = useState<Watched>()
  const run = useAction(sync.run, REFRESHED)
  return {
    watched,
    watch: ({ id, name }: Named, taskId: string) => setWatched({ id, name, taskId }),
    leave: () => setWatched(undefined),
    run: async ({ id, name }: Named, mode: 'plan' | 'full' | 'delta') => {
      const answer = await run.run({ query: { id, mode } })
      if (ok(answer)) setWatched({ id, name, taskId: answer.data })
    },
  }
}

/** Operations on tasks; each names its consequences first. */
export function useSyncActs() {
  const runs = useRun()
  const enabling = useEnabling(sync.setStatus, REFRESHES)
  const setStatus = useAction(sync.setStatus, REFRESHED)
  const remove = useAction(sync.remove, REFRESHED)
  return {
    ...runs,
    askFull: (row: Named) =>
      confirmAct({
        title: words.fullTitle(row.name),
        content: words.fullText,
        okText: text.tools.full,
        run: () => runs.run(row, 'full'),
      }),
    setStatus: ({ id, name }: Named, status: 0 | 1) =>
      confirmAct({
        title: status ? text.ask.enable(name) : text.ask.disable(name),
        content: status ? words.enableText : words.disableText,
        okText: status ? words.enable : words.disable,
        danger: status === 0,
        run: async () => toastIfDone(await setStatus.run({ query: { status }, body: { ids: [id] } }), words.done, enabling([id], status)),
      }),
    remove: ({ id, name }: Named) =>
      confirmAct({
        title: text.ask.remove(name),
        content: words.removeText,
        okText: text.tools.remove,
        danger: true,
        run: async () => toastIfDone(await remove.run({ body: { ids: [id] } }), words.removed),
      }),
  }
}
export type SyncActs = ReturnType<typeof useSyncActs>
