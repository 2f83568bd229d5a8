import { type MenuNode, menus } from '@hufu/contract/permission/menu'
import { pagesForEverybody } from '@hufu/contract/permission/pages-for-everybody'
import { useAction } from '../../../platform/calls.ts'
import type { Envelope, Undo } from '../../../platform/client.ts'
import { nodeName } from '../../../pickers/node-names.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { useUndo } from '../../../ui/use-undo.ts'
import { refreshRights } from './refresh-rights.ts'
import { text } from './text.ts'

const REFRESHED = { refreshes: [menus.page, menus.search] }

/** Operations on nodes: each asks first, reports success, and refreshes the left menu. */
export function useMenuActs(onDone: () => void) {
  const setStatus = useAction(menus.setStatus, REFRESHED)
  const setStatuses = useAction(menus.setStatuses, REFRESHED)
  const setGradeShow = useAction(menus.setGradeShow, REFRESHED)
  const remove = useAction(menus.remove, REFRESHED)
  const restore = useAction(menus.restore, REFRESHED)
  const undoBy = useUndo(REFRESHED.refreshes)
  const enabling = (rows: readonly MenuNode[], status: 0 | 1): Undo | undefined => {
    const ids = rows.filter(row => row.status === 1).map(({ id }) => id)
    const undo = undoBy(menus.setStatuses, status === 0 && ids.length > 0 ? [{ body: { ids, status: 1 } }] : [])
    return undo && (() => undo().then(refreshRights))
  }
  const finish = async (answer: Envelope, sentence: string, undo?: Undo) => {
    if (!toastIfDone(answer, sentence, undo)) return
    onDone()
    await refreshRights()
  }
  return {
    setStatus: (row: MenuNode, status: 0 | 1) =>
      confirmAct({
        title: (status ? text.enableTitle : text.disableTitle)(nodeName(row)),
        content: status ? text.enableText : text.disableText,
        okText: status ? text.enable : text.disable,
        danger: status === 0,
        run: async () => finish(await setStatus.run({ body: { id: row.id, status } }), text.done, enabling([row], status)),
      }),
    setStatuses: (rows: readonly MenuNode[], status: 0 | 1) =>
      confirmAct({
        title: status ? text.batchEnable(rows.length) : text.batchDisable(rows.length),
        content: status ? text.enableText : text.disableText,
        okText: status ? text.enable : text.disable,
        danger: status === 0,
        run: async () =>
          finish(await setStatuses.run({ body: { ids: rows.map(({ id }) => id), status } }), text.done, enabling(rows, status)),
      }),
    setGradeShow: (row: MenuNode, hsaAuthGradeShow: 0 | 1) => {
      const run = async () => finish(await setGradeShow.run({ query: { id: row.id, hsaAuthGradeShow } }), text.saved)
      if (hsaAuthGradeShow === 0 || !pagesForEverybody.has(row.menu_uri)) return run()
      return confirmAct({ title: text.delegateTitle(nodeName(row)), content: text.delegateText, okText: text.delegate, danger: true, run })
    },
    remove: (row: MenuNode) =>
      confirmAct({
        title: text.removeTitle(nodeName(row)),
        content: text.removeText,
        okText: text.remove,
        danger: true,
        run: async () => finish(await remove.run({ body: { ids: [row.id] } }), text.removed),
      }),
    removeMany: (rows: readonly MenuNode[]) =>
      confirmAct({
        title: text.batchRemove(rows.length),
        content: text.removeText,
        okText: text.remove,
        danger: true,
        run: async () => finish(await remove.run({ body: { ids: rows.map(({ id }) => id) } }), text.removed),
      }),
    restore: (row: MenuNode) =>
      confirmAct({
        title: text.restoreTitle(nodeName(row)),
        content: text.restoreText,
        okText: text.restore,
        run: async () => {
          const answer = await restore.run({ query: { menuId: row.id } })
          await finish(answer, text.restored(answer.data?.added ?? 0))
        },
      }),
  }
}
