import { appResource } from '@hufu/contract/apps/app-resource'
import { appRole, type AppRole } from '@hufu/contract/apps/app-role'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { useEnabling, useUndo } from '../../../ui/use-undo.ts'
import { text } from './text.ts'

/** Calls that show roles or their resources, read again after a change. */
export const ROLE_LISTS = [appRole.page, appRole.byId, appRole.list, appRole.pageUser, appResource.tree] as const
const REFRESHED = { refreshes: ROLE_LISTS }
// Without the removed role itself, which is no longer there.
const REFRESHED_BY_REMOVAL = { refreshes: [appRole.page, appRole.list] }

export function useRoleActs(onRemoved: () => void) {
  const enabling = useEnabling(appRole.setStatus, ROLE_LISTS)
  const setStatus = useAction(appRole.setStatus, REFRESHED)
  const remove = useAction(appRole.remove, REFRESHED_BY_REMOVAL)
  return {
    setStatus: ({ id, name, userCount }: AppRole, status: 0 | 1) =>
      confirmAct({
        title: status ? text.enableTitle(name) : text.disableTitle(name),
        content: status ? text.enableText(userCount) : text.disableText(userCount),
        okText: status ? text.enable : text.disable,
        danger: status === 0,
        run: async () => toastIfDone(await setStatus.run({ query: { status }, body: { ids: [id] } }), text.done, enabling([id], status)),
      }),
    /** A role in use cannot be deleted (X-APPRES-05), which is said before trying. */
    remove: ({ id, name, userCount }: AppRole) => {
      if (userCount > 0) return notifier.alert(text.held(name), text.heldText(userCount))
      confirmAct({
        title: text.removeTitle(name),
        content: text.removeText,
        okText: text.remove,
        danger: true,
        run: async () => {
          if (toastIfDone(await remove.run({ body: { ids: [id] } }), text.removed)) onRemoved()
        },
      })
    },
  }
}

export function useMemberActs(role: Pick<AppRole, 'id' | 'appId' | 'name'>, onDone: () => void) {
  const words = text.holders
  const add = useAction(appRole.addUser, REFRESHED)
  const undoBy = useUndo(ROLE_LISTS)
  const remove = useAction(appRole.removeUser, REFRESHED)
  return {
    add: async (users: readonly { id: string }[]) => {
      const answer = await add.run({ body: { roleIds: [role.id], userData: users.map(({ id }) => ({ userId: id })) } })
      if (!ok(answer)) return false
      const body = { appId: role.appId, roleIds: [role.id], userIds: users.map(({ id }) => id) }
      // Only if none of them had the role before.
      const undo = answer.data === users.length ? undoBy(appRole.removeUser, [{ body }]) : undefined
      return toastIfDone(answer, words.added(answer.data), undo)
    },
    remove: (userIds: string[], whom: string) =>
      confirmAct({
        title: words.removeTitle(whom, role.name),
        content: words.removeText,
        okText: words.remove,
        danger: true,
        run: async () => {
          const answer = await remove.run({ body: { appId: role.appId, roleIds: [role.id], userIds } })
          if (ok(answer) && toastIfDone(answer, words.removed(answer.data))) onDone()
        },
      }),
  }
}
