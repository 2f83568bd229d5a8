import { quartz, type Quartz } from '@hufu/contract/operations/quartz'
import { useAction } from '../../../platform/calls.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { useEnabling } from '../../../ui/use-undo.ts'
import { shippedName } from '../shipped-names.ts'
import { text } from './text.ts'

export const REFRESHES = [quartz.page, quartz.byId, quartz.pageLog]

/** Operations on jobs; each names its consequences first. */
export function useQuartzActs() {
  const enabling = useEnabling(quartz.setStatus, REFRESHES)
  const setStatus = useAction(quartz.setStatus, { refreshes: REFRESHES })
  const remove = useAction(quartz.remove, { refreshes: REFRESHES })
  const run = useAction(quartz.run, { refreshes: REFRESHES })
  return {
    onStatus: ({ id, name }: Quartz, status: 0 | 1) =>
      confirmAct({
        title: status ? text.resumeTitle(shippedName(name)) : text.pauseTitle(shippedName(name)),
        content: status ? text.resumeText : text.pauseText,
        okText: status ? text.resume : text.pause,
        danger: status === 0,
        run: async () => toastIfDone(await setStatus.run({ query: { status }, body: { ids: [id] } }), text.done, enabling([id], status)),
      }),
    onRemove: ({ id, name }: Quartz) =>
      confirmAct({
        title: text.removeTitle(shippedName(name)),
        content: text.removeText,
        okText: text.remove,
        danger: true,
        run: async () => toastIfDone(await remove.run({ body: { ids: [id] } }), text.removed),
      }),
    onRun: ({ id, name, jobCode }: Quartz) =>
      confirmAct({
        title: text.runTitle(shippedName(name)),
        content: text.effects[jobCode],
        okText: text.run,
        run: async () => toastIfDone(await run.run({ query: { id } }), text.started),
      }),
  }
}
