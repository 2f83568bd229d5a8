import { admin, type Admin } from '@hufu/contract/permission/admin'
import { useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { text } from './text.ts'

const REFRESHED = { refreshes: [admin.page] }
const words = text.acts

const whomOf = (rows: readonly Admin[]) => (rows.length === 1 ? words.whom(rows[0]!.realName) : words.many(rows.length))

/** Each asks first and says what follows. */
export function useAdminActs(onDone: () => void) {
  const setStatus = useAction(admin.setStatus, REFRESHED)
  const remove = useAction(admin.remove, REFRESHED)
  const finish = (answer: Envelope) => {
    if (!ok(answer)) return
    onDone()
    notifier.toast(words.done, CONFIG_MS, 'success')
  }
  const bodyOf = (rows: readonly Admin[]) => ({ ids: rows.map(row => row.id) })
  return {
    setStatus: (rows: readonly Admin[], status: 0 | 1) =>
      confirmAct({
        title: status ? words.enableTitle(whomOf(rows)) : words.disableTitle(whomOf(rows)),
        content: status ? words.enableText : words.disableText,
        okText: status ? text.tools.enable : text.tools.disable,
        danger: status === 0,
        run: async () => finish(await setStatus.run({ query: { status }, body: bodyOf(rows) })),
      }),
    remove: (rows: readonly Admin[]) =>
      confirmAct({
        title: words.removeTitle(whomOf(rows)),
        content: words.removeText,
        okText: text.tools.remove,
        danger: true,
        run: async () => finish(await remove.run({ body: bodyOf(rows) })),
      }),
  }
}
export type AdminActs = ReturnType<typeof useAdminActs>
