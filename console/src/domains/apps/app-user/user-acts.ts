import { appRole } from '@hufu/contract/apps/app-role'
import { appUser, type AppUser } from '@hufu/contract/apps/app-user'
import { useAction } from '../../../platform/calls.ts'
import { ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { useEnabling, useUndo } from '../../../ui/use-undo.ts'
import { text } from './text.ts'

/** Calls that show users of applications, read again after a change. */
export const USER_LISTS = [appUser.page, appRole.pageUser, appRole.page] as const
const REFRESHED = { refreshes: USER_LISTS }

export const whomOf = (rows: readonly AppUser[]): string =>
  rows.length === 1 && rows[0] ? text.whom(rows[0].realName) : text.many(rows.length)

/** Operations on users of one application; removing asks first. */
export function useUserActs(appId: string, onDone: () => void) {
  const add = useAction(appUser.add, REFRESHED)
  const remove = useAction(appUser.remove, REFRESHED)
  const setStatus = useAction(appUser.setStatus, REFRESHED)
  const enabling = useEnabling(appUser.setStatus, USER_LISTS)
  const undoBy = useUndo(USER_LISTS)
  return {
    add: async (users: readonly { id: string }[]) => {
      const answer = await add.run({ body: { appId, userIds: users.map(({ id }) => id) } })
      if (!ok(answer)) return false
      // Only if none of them had been added before.
      const undo =
        answer.data === users.length ? undoBy(appUser.remove, [{ body: { appId, userIds: users.map(({ id }) => id) } }]) : undefined
      return toastIfDone(answer, text.added(answer.data), undo)
    },
    setStatus: (rows: readonly AppUser[], status: 0 | 1) =>
      confirmAct({
        title: status ? text.enableTitle(whomOf(rows)) : text.disableTitle(whomOf(rows)),
        content: status ? text.enableText : text.disableText,
        okText: status ? text.tools.enable : text.tools.disable,
        danger: status === 0,
        run: async () => {
          const undo = enabling(
            rows.filter(row => row.status === 1).map(({ id }) => id),
            status,
          )
          if (toastIfDone(await setStatus.run({ query: { status }, body: { ids: rows.map(({ id }) => id) } }), text.done, undo)) onDone()
        },
      }),
    remove: (rows: readonly AppUser[]) =>
      confirmAct({
        title: text.removeTitle(whomOf(rows)),
        content: text.removeText,
        okText: text.tools.remove,
        danger: true,
        run: async () => {
          const answer = await remove.run({ body: { appId, userIds: rows.map(({ userId }) => userId) } })
          if (ok(answer) && toastIfDone(answer, text.removed(answer.data))) onDone()
        },
      }),
  }
}
export type UserActs = ReturnType<typeof useUserActs>
