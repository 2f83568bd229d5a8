import { org, type OrgNode } from '@hufu/contract/directory/org'
import { ROOT_ORG } from '@hufu/contract/screens'
import type { Submission } from '@hufu/contract/shapes'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { type Envelope, isSubmitted, notifier, ok, type Undo } from '../../../platform/client.ts'
import { ERROR_MS } from '../../../platform/constants.ts'
import { text as platformText } from '../../../platform/text.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import type { OrgDrop } from '../../../pickers/org/org-drop.ts'
import { useEnabling, useUndo } from '../../../ui/use-undo.ts'
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
  const undoBy = useUndo(ORG_LISTS)
  const enabling = useEnabling(org.setStatus, ORG_LISTS)
  const finish = (answer: Envelope, sentence: string, undo?: Undo) => {
    if (toastIfDone(answer, sentence, undo)) onDone?.()
  }
  const words = text.acts

  /** Not for an organisation deleted with its parent, which would have to be recovered first. */
  const recovery = (rows: readonly OrgLike[]) => {
    const isNested = rows.some(({ parentId }) => rows.some(({ id }) => id === parentId))
    return undoBy(org.recover, isNested ? [] : rows.map(({ id }) => ({ query: { orgId: id } })))
  }
  /** Only if the server has disabled exactly those shown as enabled. */
  const enablingOf = (rows: readonly OrgLike[], changed: number) => {
    const ids = idsOf(rows.filter(row => row.status === 1))
    return ids.length === changed ? enabling(ids, 0) : undefined
  }
  const askStatus = (rows: readonly OrgLike[], status: 0 | 1, title: string, content: string) =>
    confirmAct({
      title,
      content,
      okText: status ? text.enable : text.disable,
      danger: status === 0,
      run: async () => {
        const answer = await setStatus.run({ query: { status }, body: { ids: idsOf(rows) } })
        finish(answer, words.done, status === 0 && ok(answer) ? enablingOf(rows, answer.data) : undefined)
      },
    })
  const askRemove = (rows: readonly OrgLike[], title: string, content: string): Promise<void> => {
    const ids = idsOf(rows)
    const run = async (review: Submission) => {
      const answer = await remove.run({ body: { ids, review } })
      finish(answer, words.removed, recovery(rows))
      if (ok(answer) && !isSubmitted(answer)) onRemoved?.(ids)
    }
    return import('../../../pickers/ask-removal.tsx').then(
      ({ askRemoval }) => askRemoval({ objectType: 'org', ids, title, content, okText: words.remove, run }).catch(() => undefined),
      () => notifier.toast(platformText.networkProblem, ERROR_MS, 'error'),
    )
  }

  return {
    setStatus: async (row: OrgLike, status: 0 | 1) => {
      const { id, name, userCount } = row
      if (status) return askStatus([row], 1, words.enableTitle(name), words.enableText)
      askStatus([row], 0, words.disableTitle(name), words.told(words.impact(userCount, await countChildOrgs(id)), words.disableText))
    },
    setStatuses: (rows: readonly OrgLike[], status: 0 | 1) => {
      const people = words.peopleOf(rows.reduce((sum, row) => sum + row.userCount, 0))
      const title = status ? words.enableMany(rows.length) : words.disableMany(rows.length)
      askStatus(rows, status, title, words.told(people, status ? words.enableText : words.disableText))
    },
    /** Organisations that are not empty cannot be deleted (X-ORG-08), which is said before trying. */
    remove: async (row: OrgLike) => {
      const { id, name, userCount } = row
      const below = await countChildOrgs(id)
      if (below + userCount > 0) return notifier.alert(words.cannotRemove(name), words.notEmpty(userCount, below))
      return askRemove([row], words.removeTitle(name), words.removeText)
    },
    removeMany: (rows: readonly OrgLike[]) => void askRemove(rows, words.removeMany(rows.length), words.removeManyText),
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
        run: async () =>
          finish(await move.run({ body: { ids: [node.id], targetParentId: parentId } }), words.moved, undoBy(org.move, movesBack([node]))),
      })
    },
  }
}
export type OrgActs = ReturnType<typeof useOrgActs>

/** The moves that bring organisations back below their present parents, at the end there. */
export const movesBack = (rows: readonly Pick<OrgLike, 'id' | 'parentId'>[]) =>
  [...Map.groupBy(rows, row => row.parentId)].map(([targetParentId, moved]) => ({
    body: { ids: moved.map(({ id }) => id), targetParentId },
  }))

const idsOf = (rows: readonly OrgLike[]) => rows.map(row => row.id)
