import { role, type Role } from '@hufu/contract/permission/role'
import { useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { refreshRights } from '../menu/menu.ts'
import { text } from './text.ts'

/** What shows roles. */
export const ROLE_LISTS = [role.page, role.list, role.byId] as const
const REFRESHED = { refreshes: ROLE_LISTS }
const words = text.acts

const peopleIn = (rows: readonly Role[]) => rows.reduce((sum, row) => sum + row.userCount, 0)
const idsOf = (rows: readonly Role[]) => rows.map(row => row.id)

/** Enabling, disabling and deleting: each asks first and says whom it concerns. */
export function useRoleActs(onDone: () => void) {
  const setStatus = useAction(role.setStatus, REFRESHED)
  const remove = useAction(role.remove, REFRESHED)
  const finish = async (answer: Envelope, sentence: string) => {
    if (!ok(answer)) return
    onDone()
    notifier.toast(sentence, CONFIG_MS, 'success')
    await refreshRights()
  }
  const askStatus = (rows: readonly Role[], status: 0 | 1, title: string) =>
    confirmAct({
      title,
      content: status ? words.enableText(peopleIn(rows)) : words.disableText(peopleIn(rows)),
      okText: status ? text.tools.enable : text.tools.disable,
      danger: status === 0,
      run: async () => finish(await setStatus.run({ query: { status }, body: { ids: idsOf(rows) } }), words.done),
    })
  const askRemove = (rows: readonly Role[], title: string) =>
    confirmAct({
      title,
      content: words.removeText,
      okText: text.tools.remove,
      danger: true,
      run: async () => finish(await remove.run({ body: { ids: idsOf(rows) } }), words.removed),
    })
  return {
    setStatus: (row: Role, status: 0 | 1) => askStatus([row], status, status ? words.enableTitle(row.name) : words.disableTitle(row.name)),
    setStatuses: (rows: readonly Role[], status: 0 | 1) =>
      askStatus(rows, status, status ? words.enableMany(rows.length) : words.disableMany(rows.length)),
    /** One that is held stays (X-SYSROLE-06): said before it is tried. */
    remove: (row: Role) => {
      if (row.userCount > 0) return notifier.alert(words.cannotRemove(row.name), words.held(row.userCount))
      askRemove([row], words.removeTitle(row.name))
    },
    removeMany: (rows: readonly Role[]) => askRemove(rows, words.removeMany(rows.length)),
  }
}
export type RoleActs = ReturnType<typeof useRoleActs>
