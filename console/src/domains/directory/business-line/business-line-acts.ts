import { type BusinessLine, businessLine } from '@hufu/contract/directory/business-line'
import { useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { text } from './text.ts'

/** Lists that show lines. */
export const BUSINESS_LINE_LISTS = [businessLine.page, businessLine.list, businessLine.byId] as const
const REFRESHED = { refreshes: BUSINESS_LINE_LISTS }

/** What is done with whole lines; each act is asked about with what follows from it. */
export function useBusinessLineActs(onDone: () => void) {
  const setStatus = useAction(businessLine.setStatus, REFRESHED)
  const remove = useAction(businessLine.remove, { refreshes: [businessLine.page, businessLine.list] })
  const finish = (answer: Envelope, sentence: string) => {
    if (!ok(answer)) return
    onDone()
    notifier.toast(sentence, CONFIG_MS, 'success')
  }
  return {
    setStatuses: (rows: readonly BusinessLine[], status: 0 | 1) => {
      const [first] = rows
      const one = rows.length === 1 && first
      const titles = status ? ([text.enableTitle, text.enableMany] as const) : ([text.disableTitle, text.disableMany] as const)
      confirmAct({
        title: one ? titles[0](one.name) : titles[1](rows.length),
        content: status ? text.enableText : text.disableText,
        okText: status ? text.enable : text.disable,
        danger: status === 0,
        run: async () => finish(await setStatus.run({ query: { status }, body: { ids: rows.map(row => row.id) } }), text.done),
      })
    },
    remove: (rows: readonly BusinessLine[]) => {
      const [first] = rows
      confirmAct({
        title: rows.length === 1 && first ? text.removeTitle(first.name) : text.removeMany(rows.length),
        content: text.removeText(rows.reduce((sum, row) => sum + row.orgCount, 0)),
        okText: text.remove,
        danger: true,
        run: async () => finish(await remove.run({ body: { ids: rows.map(row => row.id) } }), text.removed),
      })
    },
  }
}
export type BusinessLineActs = ReturnType<typeof useBusinessLineActs>
