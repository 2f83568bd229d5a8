import { app, appGroup, type App, type AppImpact } from '@hufu/contract/apps/app'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { CallError, notifier } from '../../../platform/client.ts'
import { WARNING_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { useEnabling } from '../../../ui/use-undo.ts'
import { text } from './text.ts'

/** Calls that show applications, read again after a change. */
export const APP_LISTS = [app.page, app.list, app.byId, appGroup.list] as const
const REFRESHED = { refreshes: APP_LISTS }
// Without the removed application itself, which is no longer there.
const REFRESHED_BY_REMOVAL = { refreshes: [app.page, app.list, appGroup.list] }
const words = text.acts

/** Who is affected; undefined if the request failed, whose error has been shown. */
async function impactOf({ id }: App): Promise<AppImpact | undefined> {
  try {
    return (await fetchData(app.impact, { body: { ids: [id] } }))[0]
  } catch (error) {
    if (error instanceof CallError) return undefined
    throw error
  }
}

/** Closing and opening an application; closing first shows who is affected. */
export function useAppActs() {
  const setStatus = useAction(app.setStatus, REFRESHED)
  const remove = useAction(app.remove, REFRESHED_BY_REMOVAL)
  const enabling = useEnabling(app.setStatus, APP_LISTS)
  const put = async ({ id }: App, status: 0 | 1) =>
    toastIfDone(await setStatus.run({ query: { status }, body: { ids: [id] } }), text.done, enabling([id], status))
  return {
    enable: (row: App) =>
      confirmAct({
        title: words.enableTitle(row.name),
        content: words.enableText,
        okText: text.tools.enable,
        run: () => put(row, 1),
      }),
    disable: async (row: App) => {
      const impact = await impactOf(row)
      if (!impact) return
      confirmAct({
        title: words.disableTitle(row.name),
        content: words.disableText(impact.userCount, impact.onlineCount),
        okText: text.tools.disable,
        danger: true,
        run: () => put(row, 0),
      })
    },
    /** An application with grants cannot be deleted (X-APP-06), which is said before trying. */
    remove: async (row: App) => {
      const impact = await impactOf(row)
      if (!impact) return
      if (impact.grantCount > 0) return notifier.alert(words.cannotRemove(row.name), words.granted(impact.grantCount, impact.userCount))
      confirmAct({
        title: words.removeTitle(row.name),
        content: words.removeText,
        okText: text.tools.remove,
        danger: true,
        run: async () => toastIfDone(await remove.run({ body: { ids: [row.id] } }), text.removed),
      })
    },
    copyId: ({ clientId }: App) =>
      // The clipboard is missing on plain http.
      void (navigator.clipboard ? navigator.clipboard.writeText(clientId) : Promise.reject(new Error())).then(
        () => notifier.done(text.tools.copied),
        () => notifier.toast(text.tools.copyFailed, WARNING_MS, 'warning'),
      ),
  }
}
export type AppActs = ReturnType<typeof useAppActs>
