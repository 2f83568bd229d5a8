import { user } from '@hufu/contract/directory/user'
import type { UserBrief } from '@hufu/contract/directory/user'
import { type WorkGroup, workGroup } from '@hufu/contract/directory/work-group'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier } from '../../../platform/client.ts'
import { WorkflowUses } from '../../../pickers/review/workflow-uses.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { useMay } from '../../../ui/permitted.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { useEnabling, useUndo } from '../../../ui/use-undo.ts'
import { text } from './text.ts'

/** Calls that show work groups or their members, read again after a change. */
export const GROUP_LISTS = [workGroup.page, workGroup.list, workGroup.byId, workGroup.pageMember, user.byId] as const
const REFRESHED = { refreshes: GROUP_LISTS }
// Without the removed group itself, which is no longer there.
const REFRESHED_BY_REMOVAL = { refreshes: [workGroup.page, workGroup.list] }
const words = text.members

/** Operations on a group, each after a confirmation. */
export function useGroupActs(onRemoved: () => void) {
  const enabling = useEnabling(workGroup.setStatus, GROUP_LISTS)
  const setStatus = useAction(workGroup.setStatus, REFRESHED)
  const remove = useAction(workGroup.remove, REFRESHED_BY_REMOVAL)
  return {
    setStatus: ({ id, name, userCount }: WorkGroup, status: 0 | 1) =>
      confirmAct({
        title: status ? text.enableTitle(name) : text.disableTitle(name),
        content: status ? text.enableText : text.disableText(userCount),
        okText: status ? text.enable : text.disable,
        danger: status === 0,
        run: async () => toastIfDone(await setStatus.run({ query: { status }, body: { ids: [id] } }), text.done, enabling([id], status)),
      }),
    remove: ({ id, name, userCount }: WorkGroup) =>
      confirmAct({
        title: text.removeTitle(name),
        content: (
          <>
            <p>{text.removeText(userCount)}</p>
            <WorkflowUses approverType="group" ids={[id]} />
          </>
        ),
        okText: text.remove,
        danger: true,
        run: async () => {
          const answer = await remove.run({ body: { ids: [id] } })
          if (toastIfDone(answer, text.removed)) onRemoved()
        },
      }),
  }
}

type Person = Pick<UserBrief, 'id' | 'realName'>
const idsOf = (people: readonly Person[]) => people.map(({ id }) => id)

/** Operations on the members of a group. */
export function useMemberActs(group: WorkGroup, onDone: () => void) {
  const save = useAction(workGroup.saveMembers, REFRESHED)
  const removeUser = useAction(workGroup.removeUser, REFRESHED)
  const update = useAction(workGroup.update, REFRESHED)
  const lead = async (leaderId: string) => {
    const { id, name, code, version } = group
    toastIfDone(await update.run({ body: { id, name, code, leaderId, version } }), text.saved)
  }
  const undoBy = useUndo(GROUP_LISTS)
  const may = useMay()
  /** Members are set as a whole, so the present ones are sent along, and a concurrent change is refused. */
  const add = async (people: readonly Person[]): Promise<boolean> => {
    const [members, { version }] = await Promise.all([
      fetchData(workGroup.members, { query: { workGroupId: group.id } }),
      fetchData(workGroup.byId, { query: { id: group.id } }),
    ])
    const ids = new Set(members.map(member => member.id))
    const fresh = people.filter(person => !ids.has(person.id))
    if (fresh.length === 0) {
      notifier.done(words.added(0))
      return true
    }
    const answer = await save.run({ query: { id: group.id, version }, body: [...ids, ...idsOf(fresh)] })
    return toastIfDone(answer, words.added(fresh.length), undoBy(workGroup.removeUser, [{ body: { id: group.id, userIds: idsOf(fresh) } }]))
  }
  return {
    add,
    remove: (people: readonly Person[]) => {
      const [first] = people
      confirmAct({
        title: people.length === 1 && first ? words.removeTitle(first.realName) : words.removeMany(people.length),
        content: words.removeText,
        okText: words.remove,
        danger: true,
        run: async () => {
          const answer = await removeUser.run({ body: { id: group.id, userIds: idsOf(people) } })
          const undo = may(workGroup.saveMembers) ? () => add(people) : undefined
          if (toastIfDone(answer, words.removed(people.length), undo)) onDone()
        },
      })
    },
    setLeader: ({ id, realName }: Person) =>
      confirmAct({
        title: words.leaderTitle(realName),
        content: group.leaderName === null ? words.noLeaderText : words.leaderText(group.leaderName),
        run: () => lead(id),
      }),
    dismiss: ({ realName }: Person) => confirmAct({ title: words.dismissTitle(realName), content: words.dismissText, run: () => lead('') }),
  }
}
export type MemberActs = ReturnType<typeof useMemberActs>
