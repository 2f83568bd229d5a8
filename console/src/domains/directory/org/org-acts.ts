import { org, type OrgNode } from '@hufu/contract/directory/org'
import { ROOT_ORG } from '@hufu/contract/screens'
import type { Submission } from '@hufu/contract/shapes'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { type Envelope, isSubmitted, notifier, ok } from '../../../platform/client.ts'
import { ERROR_MS } from '../../../platform/constants.ts'
import { text as platformText } from '../../../platform/text.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import type { OrgDrop } from '../../../pickers/org/org-drop.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { text } from './text.ts'

/** The common part of a list row and a tree node. */
export type OrgLike = Pick<OrgNode, 'id' | 'parentId' | 'name' | 'status' | 'sortNum' | 'userCount'>

/** Calls that show organisations, read again after a change. */
export const ORG_LISTS = [org.page, org.tree, org.byId, org.path, org.search, org.pageDeleted] as const
const REFRESHED = { refreshes: ORG_LISTS }
export const isRoot = ({ id }: Pick<OrgLike, 'id'>): boolean => id === ROOT_ORG

/** How many organisations are below it, at any depth. */
export const countChildOrgs = async (parentId: string): Promise<number> =>
  (await fetchData(org.page, { query: { parentId, hasIncludeChild: true, size: 1 } })).total

// Without org.path: the removed organisation has none any more.
const REFRESHED_BY_REMOVAL = { refreshes: [org.page, org.tree, org.search, org.pageDeleted] }

interface After {
  onDone?: () => void
  onRemoved?: (ids: readonly string[]) => void
}

/** Operations on organisations; each confirms where needed and reports success. */
export function useOrgActs({ onDone, onRemoved }: After = {}) {
  const setStatus = useAction(org.setStatus, REFRESHED)
  const remove = useAction(org.remove, REFRESHED_BY_REMOVAL)
  const move = useAction(org.move, REFRESHED)
  const sortTop = useAction(org.sortTop, REFRESHED)
  const sortBottom = useAction(org.sortBottom, REFRESHED)
  const sortDrag = useAction(org.sortDrag, REFRESHED)
  const finish = (answer: Envelope, sentence: string) => {
    if (toastIfDone(answer, sentence)) onDone?.()
  }
  const words = text.acts

  const askStatus = (ids: string[], status: 0 | 1, title: string, content: string) =>
    confirmAct({
      title,
      content,
      okText: status ? text.enable : text.disable,
      danger: status === 0,
      run: async () => finish(await setStatus.run({ query: { status }, body: { ids } }), words.done),
    })
  const askRemove = (ids: string[], title: string, content: string): Promise<void> => {
    const run = async (review: Submission) => {
      const answer = await remove.run({ body: { ids, review } })
      finish(answer, words.removed)
      if (ok(answer) && !isSubmitted(answer)) onRemoved?.(ids)
    }
    return import('../../../pickers/ask-removal.tsx').then(
      ({ askRemoval }) => askRemoval({ objectType: 'org', ids, title, content, okText: words.remove, run }).catch(() => undefined),
      () => notifier.toast(platformText.networkProblem, ERROR_MS, 'error'),
    )
  }

  return {
    setStatus: async ({ id, name, userCount }: OrgLike, status: 0 | 1) => {
      if (status) return askStatus([id], 1, words.enableTitle(name), words.enableText)
      askStatus([id], 0, words.disableTitle(name), words.told(words.impact(userCount, await countChildOrgs(id)), words.disableText))
    },
    setStatuses: (rows: readonly OrgLike[], status: 0 | 1) => {
      const people = words.peopleOf(rows.reduce((sum, row) => sum + row.userCount, 0))
      const title = status ? words.enableMany(rows.length) : words.disableMany(rows.length)
      askStatus(idsOf(rows), status, title, words.told(people, status ? words.enableText : words.disableText))
    },
    /** Organisations that are not empty cannot be deleted (X-ORG-08), which is said before trying. */
    remove: async ({ id, name, userCount }: OrgLike) => {
      const below = await countChildOrgs(id)
      if (below + userCount > 0) return notifier.alert(words.cannotRemove(name), words.notEmpty(userCount, below))
      return askRemove([id], words.removeTitle(name), words.removeText)
    },
    removeMany: (rows: readonly OrgLike[]) => void askRemove(idsOf(rows), words.removeMany(rows.length), words.removeManyText),
    toTop: async ({ id }: OrgLike) => finish(await sortTop.run({ query: { orgId: id } }), words.done),
    toBottom: async ({ id }: OrgLike) => finish(await sortBottom.run({ query: { orgId: id } }), words.done),
    /** Asks before a dragged node changes parent, naming what moves along, or place, since a drag slips easily. */
    drop: async ({ node, parentId, parentName, order }: OrgDrop) => {
      if (order)
        return confirmAct({
          title: words.orderTitle(node.name),
          content: words.orderText,
          run: async () => finish(await sortDrag.run({ query: { parentId }, body: order }), words.moved),
        })
      confirmAct({
        title: words.dropTitle(node.name, parentName),
        content: words.impact(node.userCount, await countChildOrgs(node.id)),
        run: async () => finish(await move.run({ body: { ids: [node.id], targetParentId: parentId } }), words.moved),
      })
    },
  }
}
export type OrgActs = ReturnType<typeof useOrgActs>

const idsOf = (rows: readonly OrgLike[]) => rows.map(row => row.id)
