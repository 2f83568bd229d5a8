import { separation, type SegregatedRole, type SeparationState } from '@hufu/contract/permission/separation'
import type { UserBrief } from '@hufu/contract/directory/user'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { text } from './text.ts'

const REFRESHED = { refreshes: [separation.state] }
const toastSuccess = (sentence: string) => notifier.done(sentence)

export const ownerOf = (state: SeparationState, segregatedRole: SegregatedRole) => state.duties.find(one => one.duty === segregatedRole)!
/** The role that has asked for the pending change, if any. */
export const proposer = (state: SeparationState) => state.duties.find(one => one.agreed !== null)

export function useSeparationActs(state: SeparationState) {
  const agree = useAction(separation.agree, REFRESHED)
  const withdraw = useAction(separation.withdraw, REFRESHED)
  const appoint = useAction(separation.appoint, REFRESHED)
  const dismiss = useAction(separation.dismiss, REFRESHED)
  const wish = !state.isOn
  return {
    agree: () =>
      confirmAct({
        title: text.agreeTitle(wish),
        content: text.agreeText(wish),
        okText: text.agree(wish),
        run: async () => {
          const answer = await agree.run({ body: { wish } })
          if (!ok(answer)) return
          if (answer.data?.isOn !== wish) return toastSuccess(text.noted)
          toastSuccess(text.switched(wish))
          // The menus and buttons of every user have changed.
          window.location.reload()
        },
      }),
    withdraw: async () => {
      if (ok(await withdraw.run({}))) toastSuccess(text.withdrawn)
    },
    appoint: async (segregatedRole: SegregatedRole, users: readonly UserBrief[]) => {
      const answer = await appoint.run({ body: { duty: segregatedRole, userIds: users.map(user => user.id) } })
      if (!ok(answer)) return false
      toastSuccess(text.added(answer.data))
      return true
    },
    dismiss: (segregatedRole: SegregatedRole, { id, realName }: { id: string; realName: string }) =>
      confirmAct({
        title: text.removeTitle(realName, text.segregatedRoles[segregatedRole].name),
        content: text.removeText,
        okText: text.removeDone,
        danger: true,
        run: async () => {
          if (ok(await dismiss.run({ body: { userIds: [id] } }))) toastSuccess(text.removed)
        },
      }),
  }
}
