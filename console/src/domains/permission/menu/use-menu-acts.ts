import { type MenuNode, menus } from '@hufu/contract/permission/menu'
import { useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { refreshRights } from './refresh-rights.ts'
import { text } from './text.ts'

const REFRESHED = { refreshes: [menus.page, menus.search] }

/** What can be done with nodes: each asks first, says that it is done, and the left menu follows. */
export function useMenuActs(onDone: () => void) {
  const setStatus = useAction(menus.setStatus, REFRESHED)
  const setStatuses = useAction(menus.setStatuses, REFRESHED)
  const setGradeShow = useAction(menus.setGradeShow, REFRESHED)
  const remove = useAction(menus.remove, REFRESHED)
  const restore = useAction(menus.restore, REFRESHED)
  const finish = async (answer: Envelope, sentence: string) => {
    if (!ok(answer)) return
    onDone()
    notifier.toast(sentence, CONFIG_MS, 'success')
    await refreshRights()
  }
  return {
    setStatus: ({ id, name }: MenuNode, status: 0 | 1) =>
      confirmAct({
        title: status ? text.enableTitle(name) : text.disableTitle(name),
        content: status ? text.enableText : text.disableText,
        okText: status ? text.enable : text.disable,
        danger: status === 0,
        run: async () => finish(await setStatus.run({ body: { id, status } }), text.done),
      }),
    setStatuses: (ids: string[], status: 0 | 1) =>
      confirmAct({
        title: status ? text.batchEnable(ids.length) : text.batchDisable(ids.length),
        content: status ? text.enableText : text.disableText,
        okText: status ? text.enable : text.disable,
        danger: status === 0,
        run: async () => finish(await setStatuses.run({ body: { ids, status } }), text.done),
      }),
    setGradeShow: async ({ id }: MenuNode, hsaAuthGradeShow: 0 | 1) =>
      finish(await setGradeShow.run({ query: { id, hsaAuthGradeShow } }), text.saved),
    remove: ({ id, name }: MenuNode) =>
      confirmAct({
        title: text.removeTitle(name),
        content: text.removeText,
        okText: text.remove,
        danger: true,
        run: async () => finish(await remove.run({ body: { ids: [id] } }), text.removed),
      }),
    removeMany: (ids: string[]) =>
      confirmAct({
        title: text.batchRemove(ids.length),
        content: text.removeText,
        okText: text.remove,
        danger: true,
        run: async () => finish(await remove.run({ body: { ids } }), text.removed),
      }),
    restore: ({ id, name }: MenuNode) =>
      confirmAct({
        title: text.restoreTitle(name),
        content: text.restoreText,
        okText: text.restore,
        run: async () => {
          const answer = await restore.run({ query: { menuId: id } })
          await finish(answer, text.restored(answer.data?.added ?? 0))
        },
      }),
  }
}
