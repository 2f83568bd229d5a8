import { authGroup, type AuthGroup } from '@hufu/contract/apps/auth-group'
import { useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { text } from './text.ts'

/** What shows permission groups. */
export const GROUP_LISTS = [authGroup.page, authGroup.list, authGroup.byId] as const
const REFRESHED = { refreshes: GROUP_LISTS }
const words = text.acts

const peopleIn = (rows: readonly AuthGroup[]) => rows.reduce((sum, row) => sum + (row.status === 1 ? row.userCount : 0), 0)
const idsOf = (rows: readonly AuthGroup[]) => rows.map(row => row.id)

/** Enabling, disabling and deleting: each asks first and says how many people it concerns. */
export function useAuthGroupActs(onDone: () => void) {
  const setStatus = useAction(authGroup.setStatus, REFRESHED)
  const remove = useAction(authGroup.remove, REFRESHED)
  const finish = (answer: Envelope, sentence: string) => {
    if (!ok(answer)) return
    onDone()
    notifier.toast(sentence, CONFIG_MS, 'success')
  }
  const askStatus = (rows: readonly AuthGroup[], status: 0 | 1, title: string) =>
    confirmAct({
      title,
      content: status ? words.enableText(rows.reduce((sum, row) => sum + row.userCount, 0)) : words.disableText(peopleIn(rows)),
      okText: status ? text.tools.enable : text.tools.disable,
      danger: status === 0,
      run: async () => finish(await setStatus.run({ query: { status }, body: { ids: idsOf(rows) } }), words.done),
    })
  const askRemove = (rows: readonly AuthGroup[], title: string) =>
    confirmAct({
      title,
      content: words.removeText(peopleIn(rows)),
      okText: text.tools.remove,
      danger: true,
      run: async () => finish(await remove.run({ body: { ids: idsOf(rows) } }), words.removed),
    })
  return {
    setStatus: (row: AuthGroup, status: 0 | 1) =>
      askStatus([row], status, status ? words.enableTitle(row.name) : words.disableTitle(row.name)),
    setStatuses: (rows: readonly AuthGroup[], status: 0 | 1) =>
      askStatus(rows, status, status ? words.enableMany(rows.length) : words.disableMany(rows.length)),
    remove: (row: AuthGroup) => askRemove([row], words.removeTitle(row.name)),
    removeMany: (rows: readonly AuthGroup[]) => askRemove(rows, words.removeMany(rows.length)),
  }
}
export type AuthGroupActs = ReturnType<typeof useAuthGroupActs>
