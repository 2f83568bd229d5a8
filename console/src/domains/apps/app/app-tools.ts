import { app, type App } from '@hufu/contract/apps/app'
import { authorize } from '@hufu/contract/apps/authorize'
import { isOn } from '../../../platform/flag.ts'
import { useMay, useMayOpen } from '../../../ui/permitted.ts'
import type { Tool } from '../../../ui/list/row-tools.tsx'
import { text } from './text.ts'
import { type AppActs, useAppActs } from './use-app-acts.ts'

const words = text.tools
export const detailOf = (id: string, tab?: string): string => `/app/detail?id=${id}${tab ? `&tab=${tab}` : ''}`

/** The address where this application is granted. */
export const grantOf = (appId: string): string => `/authorize/index?type=org&appId=${appId}&give=1`

/** Operations on an application, the same for a card and a row. */
export function useAppTools(onSort: (row: App) => void): (row: App) => readonly (Tool | false)[] {
  const acts: AppActs = useAppActs()
  const [may, mayOpen] = [useMay(), useMayOpen()]
  return row => [
    may(app.byId) && { label: words.config, to: detailOf(row.id) },
    mayOpen('/authorize/index') && { label: words.grant, call: authorize.save, to: grantOf(row.id) },
    isOn(row.status)
      ? { label: words.disable, call: app.setStatus, onClick: () => void acts.disable(row) }
      : { label: words.enable, call: app.setStatus, onClick: () => acts.enable(row) },
    { label: words.copyId, onClick: () => acts.copyId(row) },
    row.homeUrl !== null && { label: words.home, onClick: () => void open(row.homeUrl!, '_blank', 'noopener,noreferrer') },
    mayOpen('/app/appSetting') && { label: words.setting, to: `/app/appSetting?appId=${row.id}` },
    { label: words.sort, call: app.setSortNum, onClick: () => onSort(row) },
    { label: words.remove, call: app.remove, danger: true, onClick: () => void acts.remove(row) },
  ]
}
