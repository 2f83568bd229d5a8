import { businessLine } from '@hufu/contract/directory/business-line'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { type Envelope, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import type { OrgDrop } from '../../../pickers/org/org-drop.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { text } from './text.ts'

/** Calls that show what is in a business line, read again after a change. */
export const LINE_LISTS = [businessLine.tree, businessLine.pageOrg, businessLine.byId, businessLine.page] as const
const REFRESHED = { refreshes: LINE_LISTS }
const words = text.line

/** An organisation in a business line, as a tree node or a list row. */
export interface OrgInLine {
  id: string
  name: string
  parentId: string
  sortNum: number
}

interface After {
  onDone: () => void
  onRemoved: (ids: readonly string[]) => void
}

/** Operations within a business line that ask for confirmation. */
export function useLineActs(stripeId: string, { onDone, onRemoved }: After) {
  const remove = useAction(businessLine.removeOrg, REFRESHED)
  const move = useAction(businessLine.moveOrg, REFRESHED)
  const setSortNum = useAction(businessLine.setSortNum, REFRESHED)
  const finish = (answer: Envelope, sentence: string) => {
    if (toastIfDone(answer, sentence)) onDone()
  }
  /** Takes the number of the sibling behind it; at the end, one more than the last. */
  const putIn = async (id: string, parentId: string, order: readonly string[]) => {
    const siblings = await fetchData(businessLine.tree, { query: { stripeId, parentId } })
    const numberOf = (of: string | undefined) => siblings.find(node => node.id === of)?.sortNum
    const behind = numberOf(order[order.indexOf(id) + 1])
    const sortNum = behind ?? (numberOf(order.at(-2)) ?? 0) + 1
    return setSortNum.run({ query: { stripeId, orgId: id, sortNum } })
  }
  return {
    remove: (rows: readonly Pick<OrgInLine, 'id' | 'name'>[]) => {
      const [first] = rows
      const orgIds = rows.map(row => row.id)
      confirmAct({
        title: rows.length === 1 && first ? words.removeTitle(first.name) : words.removeManyTitle(rows.length),
        content: words.removeText,
        okText: words.remove,
        danger: true,
        run: async () => {
          const answer = await remove.run({ body: { stripeId, orgIds } })
          finish(answer, words.removed)
          if (ok(answer)) onRemoved(orgIds)
        },
      })
    },
    /** Asks before moving to a new parent or place, since a drag slips easily. */
    drop: async ({ node, parentId, parentName, order }: OrgDrop) =>
      confirmAct({
        title: order ? words.orderTitle(node.name) : words.dropTitle(node.name, parentName),
        content: order ? words.orderText : words.dropText,
        run: async () =>
          finish(
            order
              ? await putIn(node.id, parentId, order)
              : await move.run({ body: { stripeId, orgId: node.id, targetParentId: parentId } }),
            words.moved,
          ),
      }),
  }
}
export type LineActs = ReturnType<typeof useLineActs>
