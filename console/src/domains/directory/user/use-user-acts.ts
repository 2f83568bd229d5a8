import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { useAction } from '../../../platform/calls.ts'
import { notifier } from '../../../platform/client.ts'
import { ERROR_MS } from '../../../platform/constants.ts'
import { text as platform } from '../../../platform/text.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { type UserTarget, targetBody } from './user-target.ts'
import type { SureAct } from './sure-dialog.tsx'
import { text } from './text.ts'

/** Calls that show or count users, read again after a change. */
export const REFRESHES = [user.page, user.byId, user.pageDeleted, org.tree]

/** Above so many users the number must be typed to confirm. */
const MANY = 50

/** Enabling, disabling, deleting and ordering users: each confirms where something is lost, and reports success. */
export function useUserActs({ onDone, askSurely }: { onDone: () => void; askSurely: (act: SureAct) => void }) {
  const refreshes = { refreshes: REFRESHES }
  const setStatus = useAction(user.setStatus, refreshes)
  const remove = useAction(user.remove, refreshes)
  const sortTop = useAction(user.sortTop, refreshes)
  const sortBottom = useAction(user.sortBottom, refreshes)
  const sortDrag = useAction(user.sortDrag, refreshes)
  const ask = (aim: UserTarget, act: Omit<SureAct, 'count'>) => {
    const run = async () => {
      const isDone = await act.run()
      if (isDone) onDone()
      return isDone
    }
    if (aim.count > MANY && act.danger) askSurely({ ...act, run, count: aim.count })
    else confirmAct({ ...act, run })
  }
  return {
    setStatus: (aim: UserTarget, status: 0 | 1) =>
      ask(aim, {
        title: status ? text.confirm.enable(aim.whom) : text.confirm.disable(aim.whom),
        content: status ? text.confirm.enableText : text.confirm.disableText,
        okText: status ? text.tools.enable : text.tools.disable,
        danger: status === 0,
        run: async () => {
          const answer = await setStatus.run({ query: { status: String(status) }, body: targetBody(aim) })
          return toastIfDone(answer, aim.count > 1 ? text.affected(answer.data ?? 0) : text.done)
        },
      }),
    remove: (aim: UserTarget) =>
      void import('./ask-user-removal.ts').then(
        ({ askUserRemoval }) =>
          askUserRemoval(aim, {
            ask: act => ask(aim, act),
            run: async review => toastIfDone(await remove.run({ body: { ...targetBody(aim), review } }), text.removed),
          }).catch(() => undefined),
        () => notifier.toast(platform.networkProblem, ERROR_MS, 'error'),
      ),
    putFirst: async (orgId: string, userId: string) => toastIfDone(await sortTop.run({ query: { orgId, userId } }), text.done),
    putLast: async (orgId: string, userId: string) => toastIfDone(await sortBottom.run({ query: { orgId, userId } }), text.done),
    /** Orders the users of one page among each other (D-44). */
    putInOrder: async (orgId: string, ids: string[]) => toastIfDone(await sortDrag.run({ query: { orgId }, body: ids }), text.done),
  }
}
export type UserActs = ReturnType<typeof useUserActs>
