import { app } from '@hufu/contract/apps/app'
import { appRole } from '@hufu/contract/apps/app-role'
import { appUser, type AppUser, type AppUserSource } from '@hufu/contract/apps/app-user'
import { useState } from 'react'
import { useCall, useAction } from '../../../platform/calls.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { type List, useList } from '../../../ui/list/use-list.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { Loaded } from '../../../ui/states.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { NoApps } from '../../../pickers/no-apps.tsx'
import { text } from './text.ts'
import { useUserActs } from './user-acts.ts'
import { columnsOf } from './user-columns.tsx'
import { Batch, Filters, NO_FILTERS } from './user-filters.tsx'
import type { UserTask } from './user-dialogs.tsx'
import { ConfirmedSheetButton } from '../../../ui/list/sheet-button.tsx'

const UserDialogs = lazyComponent(() => import('./user-dialogs.tsx'))

/** The users of one application. */
export default function AppUserPage() {
  const list = useList(NO_FILTERS, { appId: '' })
  const apps = useCall(app.list)
  const chosen = apps.data?.find(({ id }) => id === list.params.appId) ?? apps.data?.[0]
  return (
    <Loaded of={apps} lines={8}>
      {all =>
        chosen ? (
          <People key={chosen.id} appId={chosen.id} appName={chosen.name} apps={all} list={list} />
        ) : (
          <Page title={text.title} description={text.description}>
            <Card>
              <NoApps hint={text.noAppHint} />
            </Card>
          </Page>
        )
      }
    </Loaded>
  )
}

interface Props {
  appId: string
  appName: string
  apps: readonly { id: string; name: string }[]
  list: List<typeof NO_FILTERS, { appId: string }>
}

function People({ appId, appName, apps, list }: Props) {
  const { searchKey, orgId, status, source } = list.filters
  const filters = { searchKey, orgId, hasIncludeChild: orgId === '' ? undefined : true, status: flagIn(status), source: sourceOf(source) }
  const rows = useCall(appUser.page, { query: { appId, ...list.paging, ...filters }, keepPrevious: true })
  const selection = useSelection<AppUser>(list.scope)
  const [task, setTask] = useState<UserTask>()
  const dialog = useDialog()
  const acts = useUserActs(appId, selection.clear)
  const may = useMay()
  const open = (next: UserTask) => {
    setTask(next)
    dialog.open()
  }
  const add = (
    <ActButton call={appUser.add} type="primary" onClick={() => open({ kind: 'add' })}>
      {text.add}
    </ActButton>
  )
  return (
    <ListPage<AppUser>
      words={text}
      actions={
        <>
          <ExportButton appId={appId} filters={filters} total={rows.data?.total} />
          {add}
        </>
      }
      list={list}
      search={<Filters apps={apps} appId={appId} onApp={next => list.narrow({ appId: next })} {...list.search} />}
      batch={<Batch selection={selection} acts={acts} onAssign={() => open({ kind: 'roles', rows: selection.rows })} />}
      of={rows}
      columns={columnsOf({ acts, open, mayAssign: may(appRole.addUser) })}
      rowName={row => row.realName}
      selection={selection}
      first={add}
    >
      {dialog.isOpen && task && (
        <UserDialogs appId={appId} appName={appName} task={task} acts={acts} onDone={selection.clear} onClose={dialog.close} />
      )}
    </ListPage>
  )
}

const sourceOf = (typed: string): AppUserSource | undefined => (typed === 'direct' || typed === 'group' ? typed : undefined)

const exportText = text.exporting

interface ExportProps {
  appId: string
  filters: Record<string, unknown>
  total: number | undefined
}

/** Exports everybody the filters find, as a sheet. */
function ExportButton({ appId, filters, total }: ExportProps) {
  const { run } = useAction(appUser.exportExcel)
  return (
    <ConfirmedSheetButton
      call={appUser.exportExcel}
      start={uuid => run({ query: { uuid, appId, query: JSON.stringify(filters) } })}
      words={exportText}
      question={exportText.ask(total ?? 0)}
      total={total}
    />
  )
}
