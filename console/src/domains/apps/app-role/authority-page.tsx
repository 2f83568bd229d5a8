import { app } from '@hufu/contract/apps/app'
import { appRole, type AppRole } from '@hufu/contract/apps/app-role'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { Splitter } from '../../../ui/splitter.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useList } from '../../../ui/list/use-list.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { NoApps } from '../../../pickers/no-apps.tsx'
import { AppSelect } from '../../../pickers/app-select.tsx'
import { ChosenRole } from './chosen-role.tsx'
import { LIST_SIZE, RoleList } from './role-list.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { text } from './text.ts'
import './app-role.css'

const RoleDialog = lazyComponent(() => import('./role-dialog.tsx'))

/** The open form: a new role, a changed one, or a copy. */
export type RoleTask = { kind: 'add' } | { kind: 'edit' | 'copy'; row: AppRole }

/** The roles of one application at the left; the resources and holders of the chosen one at the right. */
export default function AppRolePage() {
  const list = useList({ who: '' }, { appId: '', id: '', find: '', rolePage: 1, tab: 'resource' })
  const { params, setParams } = list
  const apps = useCall(app.list)
  const dialog = useDialog<RoleTask>()
  // Without a choice, the first application.
  const appId = params.appId || (apps.data?.[0]?.id ?? '')
  const isThere = apps.data?.some(({ id }) => id === appId) === true
  const query = { appId, current: params.rolePage, size: LIST_SIZE, name: params.find }
  const roles = useCall(appRole.page, { query, enabled: isThere, keepPrevious: true })
  const chosen = params.id || (roles.data?.records[0]?.id ?? '')
  const go = (id: string) => list.narrow({ id, who: '' })
  const add = (
    <ActButton call={appRole.save} type="primary" onClick={() => dialog.open({ kind: 'add' })}>
      {text.add}
    </ActButton>
  )
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        appId !== '' && (
          <>
            <span className="app-role-choice">
              <span aria-hidden="true">{text.app}</span>
              <AppSelect value={appId} onChange={id => list.narrow({ appId: id, id: '', find: '', rolePage: 1, who: '' })} />
            </span>
            {isThere && add}
          </>
        )
      }
    >
      <Loaded of={apps} lines={8}>
        {() =>
          appId === '' ? (
            <Card>
              <NoApps hint={text.noAppHint} />
            </Card>
          ) : !isThere ? (
            <Card>
              <Empty title={uiText.gone} hint={text.goneHint} />
            </Card>
          ) : (
            <Splitter
              name="app-role"
              label={text.list}
              at={chosen}
              chosen={roles.data?.records.find(role => role.id === chosen)?.name}
              side={
                <Card>
                  <div className="split-room">
                    <RoleList key={appId} of={roles} params={params} setParams={setParams} chosen={chosen} onChoose={go} />
                  </div>
                </Card>
              }
            >
              {chosen === '' ? (
                <Card>
                  <Empty title={text.choose} hint={text.chooseHint} action={add} />
                </Card>
              ) : (
                <ChosenRole key={chosen} id={chosen} list={list} onTask={dialog.open} onRemoved={() => go('')} />
              )}
            </Splitter>
          )
        }
      </Loaded>
      {dialog.item && <RoleDialog appId={appId} task={dialog.item} onSaved={go} onClose={dialog.close} />}
    </Page>
  )
}
