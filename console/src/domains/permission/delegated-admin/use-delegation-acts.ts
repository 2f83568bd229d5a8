import { delegatedAdmin, type DelegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { text } from './text.ts'

/** What shows grants. */
export const DELEGATION_LISTS = [delegatedAdmin.page, delegatedAdmin.pageByOrg, delegatedAdmin.byId] as const
const REFRESHED = { refreshes: DELEGATION_LISTS }
const words = text.acts

const whomOf = (rows: readonly DelegatedAdmin[]) =>
  rows.length === 1 ? words.whom(rows[0]!.realName, rows[0]!.orgName) : words.many(rows.length)
/** Of several it is not known how many hang on more than one of them. */
const only = <T>(rows: readonly DelegatedAdmin[], one: (below: number) => T, many: T) =>
  rows.length === 1 ? one(rows[0]!.belowCount) : many

/** Each asks first and says what becomes of the grants that hang on it. */
export function useDelegationActs(onDone: () => void = () => undefined) {
  const setStatus = useAction(delegatedAdmin.setStatus, REFRESHED)
  const remove = useAction(delegatedAdmin.remove, REFRESHED)
  const finish = (answer: Envelope, sentence: string) => {
    if (!ok(answer)) return
    onDone()
    notifier.toast(sentence, CONFIG_MS, 'success')
  }
  const bodyOf = (rows: readonly DelegatedAdmin[]) => ({ ids: rows.map(row => row.id) })
  return {
    setStatus: (rows: readonly DelegatedAdmin[], status: 0 | 1) =>
      confirmAct({
        title: status ? words.enableTitle(whomOf(rows)) : words.disableTitle(whomOf(rows)),
        content: status ? words.enableText : only(rows, words.disableText, words.disableMany),
        okText: status ? text.tools.enable : text.tools.disable,
        danger: status === 0,
        run: async () => finish(await setStatus.run({ query: { status }, body: bodyOf(rows) }), words.done),
      }),
    remove: (rows: readonly DelegatedAdmin[]) =>
      confirmAct({
        title: words.removeTitle(whomOf(rows)),
        content: only(rows, words.removeText, words.removeMany),
        okText: text.tools.remove,
        danger: true,
        run: async () => finish(await remove.run({ body: bodyOf(rows) }), words.removed),
      }),
  }
}
export type DelegationActs = ReturnType<typeof useDelegationActs>
