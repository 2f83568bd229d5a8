import { AppstoreOutlined, BarsOutlined } from '@ant-design/icons'
import { app, appGroup } from '@hufu/contract/apps/app'
import { registration } from '@hufu/contract/federation/registration'
import { Button } from 'antd'
import { useCall } from '../../../../platform/calls.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { appParts } from '../../../../pickers/app-parts.ts'
import { Can } from '../../../../ui/can.tsx'
import { Card, Page, PageCount } from '../../../../ui/page.tsx'
import { useMay } from '../../../../ui/permitted.ts'
import { Splitter } from '../../../../ui/splitter.tsx'
import { useAddressAct } from '../../../../ui/dialog/use-address-act.ts'
import { useDialog } from '../../../../ui/dialog/use-dialog.ts'
import { ChoiceFilter, TextFilter } from '../../../../ui/list/search/filters.tsx'
import { flagIn } from '../../../../ui/list/list-params.ts'
import { ListTools } from '../../../../ui/list/list-tools.tsx'
import { SearchBar } from '../../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../../ui/list/use-list.ts'
import { AppRows } from './app-rows.tsx'
import { useAppTools } from '../app-tools.ts'
import type { AppTask } from './app-dialogs.tsx'
import { GroupSide } from './group-side.tsx'
import { text } from '../text.ts'
import '../app.css'

const AppDialogs = lazyComponent(() => import('./app-dialogs.tsx'))
const RegistrationDialog = appParts.get('registration')
const NO_FILTERS = { name: '', code: '', status: '' }
const VIEW_MODES = ['cards', 'table'] as const

/** The applications by group; the address holds the chosen group. */
export default function AppListPage() {
  const list = useList(NO_FILTERS, { appGroupId: '', appGroupName: '', look: 'cards' })
  const { appGroupId, look } = list.params
  const query = { ...list.paging, ...list.filters, status: flagIn(list.filters.status), appGroupId }
  const rows = useCall(app.page, { query, keepPrevious: true })
  const groups = useCall(appGroup.list)
  const dialog = useDialog<AppTask>()
  const registering = useDialog()
  const may = useMay()
  useAddressAct({
    add: may(app.save) && (() => dialog.open({ kind: 'add', appGroupId })),
    registrations: may(registration.list) && (() => registering.open()),
  })
  const toolsOf = useAppTools(row => dialog.open({ kind: 'sort', row }))
  const add = (
    <Can call={app.save}>
      <Button type="primary" onClick={() => dialog.open({ kind: 'add', appGroupId })}>
        {text.add}
      </Button>
    </Can>
  )
  const actions = (
    <>
      <Can call={registration.save}>
        <Button onClick={() => registering.open()}>{text.registration}</Button>
      </Can>
      {add}
    </>
  )
  return (
    <Page title={text.title} description={text.description} actions={actions}>
      <PageCount of={rows.data} />
      <Splitter
        name="app"
        label={text.columns.group}
        at={appGroupId}
        chosen={list.params.appGroupName || undefined}
        side={
          <Card>
            <GroupSide
              of={groups}
              chosen={appGroupId}
              onChoose={group => list.narrow({ appGroupId: group.id, appGroupName: group.id && group.name })}
              onManage={() => dialog.open({ kind: 'groups' })}
            />
          </Card>
        }
      >
        <Card>
          <SearchBar {...list.search}>
            <TextFilter name="name" label={text.columns.name} />
            <TextFilter name="code" label={text.columns.code} />
            <ChoiceFilter name="status" label={text.columns.status} options={statuses} />
          </SearchBar>
          <ListTools of={list.tools} onRefresh={() => void rows.refetch()}>
            <ViewSwitch chosen={look} onChoose={chosen => list.setParams({ look: chosen })} />
          </ListTools>
          <AppRows
            {...list.table}
            of={rows}
            look={look}
            toolsOf={toolsOf}
            empty={appGroupId ? { title: text.noneInGroup, action: add } : { title: text.none, hint: text.noneHint, action: add }}
          />
        </Card>
      </Splitter>
      {registering.isOpen && <RegistrationDialog onClose={registering.close} />}
      {dialog.item && <AppDialogs task={dialog.item} onClose={dialog.close} />}
    </Page>
  )
}

function ViewSwitch({ chosen, onChoose }: { chosen: string; onChoose: (look: string) => void }) {
  return (
    <fieldset className="app-looks" aria-label={text.looks.label}>
      {VIEW_MODES.map(look => (
        <Button
          key={look}
          type="text"
          size="small"
          icon={look === 'cards' ? <AppstoreOutlined aria-hidden /> : <BarsOutlined aria-hidden />}
          aria-pressed={chosen === look}
          onClick={() => onChoose(look)}
        >
          {text.looks[look]}
        </Button>
      ))}
    </fieldset>
  )
}

const statuses = [
  { value: '', label: text.any },
  { value: '1', label: text.enabled },
  { value: '0', label: text.disabled },
]
