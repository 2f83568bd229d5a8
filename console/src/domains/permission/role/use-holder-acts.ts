import { role as calls, type Role } from '@hufu/contract/permission/role'
import type { UserBrief } from '@hufu/contract/directory/user'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { useUndo } from '../../../ui/use-undo.ts'
import { isSuper } from './role-columns.tsx'
import { text } from './text.ts'

const words = text.holders
const REFRESHED = { refreshes: [calls.pageUser, calls.page] }

export function useMemberActs(role: Role, onDone: () => void) {
  const add = useAction(calls.addUser, REFRESHED)
  const remove = useAction(calls.removeUser, REFRESHED)
  const undoBy = useUndo(REFRESHED.refreshes)
  const give = async (userIds: string[]) => {
    const answer = await add.run({ body: { id: role.id, userIds } })
    if (!ok(answer)) return false
    // Only if none of them had the role before.
    const undo = answer.data === userIds.length ? undoBy(calls.removeUser, [{ body: { id: role.id, userIds } }]) : undefined
    notifier.done(words.added(answer.data), undo)
    return true
  }
  return {
    /** Asks once more before adding holders to the role that grants everything. */
    add: (users: readonly UserBrief[]) => {
      const userIds = users.map(user => user.id)
      if (!isSuper(role)) return give(userIds)
      confirmAct({
        title: words.addSuperTitle(userIds.length),
        content: words.addSuperText,
        okText: words.addSuper,
        danger: true,
        run: () => give(userIds),
      })
      return true
    },
    remove: (userIds: string[], whom: string) =>
      confirmAct({
        title: words.removeTitle(whom, role.name),
        content: words.removeText,
        okText: words.remove,
        danger: true,
        run: async () => {
          const answer = await remove.run({ body: { id: role.id, userIds } })
          if (!ok(answer)) return
          onDone()
          notifier.done(words.removed(answer.data))
        },
      }),
  }
}
