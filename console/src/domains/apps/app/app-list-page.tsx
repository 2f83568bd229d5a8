import { AppstoreOutlined, BarsOutlined } from '@ant-design/icons'
import { app, appGroup } from '@hufu/contract/apps/app'
import { Button, Input } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Can } from '../../../ui/can.tsx'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { flagIn, pageSize } from '../../../ui/list/list-params.ts'
import { ListTools, useFold } from '../../../ui/list/list-tools.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { SearchBar, SearchField } from '../../../ui/list/search-bar.tsx'
import { Splitter } from '../../../ui/splitter.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { AppRows } from './app-rows.tsx'
import { useAppTools } from './app-tools.ts'
import type { AppTask } from './app-dialogs.tsx'
import { GroupSide } from './group-side.tsx'
import { text } from './text.ts'
import './app.css'

const AppDialogs = lazyComponent(() => import('./app-dialogs.tsx'))
const NO_FILTERS = { name: '', code: '', status: '' }
const LOOKS = ['cards', 'table'] as const

/** The applications of the console, by their groups; the chosen group stands in the address (ROUTE-13). */
export default function AppListPage() {
  const [params, setParams] = useListParams({
    current: 1,
    size: pageSize(),
    ...NO_FILTERS,
    appGroupId: '',
    appGroupName: '',
    look: 'cards',
  })
  const { current, size, name, code, status, appGroupId, look } = params
  const filters = { name, code, status: flagIn(status), appGroupId }
  const rows = useCall(app.page, { query: { current, size, ...filters }, keepPrevious: true })
  const groups = useCall(appGroup.list)
  const dialog = useDialog<AppTask>()
  const toolsOf = useAppTools(row => dialog.open({ kind: 'sort', row }))
  const fold = useFold()
  const narrow = (patch: Partial<typeof params>) => setParams({ ...patch, current: 1 })
  const isFiltered = name !== '' || code !== '' || status !== ''
  const add = (
    <Can call={app.save}>
      <Button type="primary" onClick={() => dialog.open({ kind: 'add', appGroupId })}>
        {text.add}
      </Button>
    </Can>
  )
  return (
    <Page title={text.title} description={text.description} actions={add}>
      <Splitter
        name="app"
        side={
          <Card>
            <GroupSide
              of={groups}
              chosen={appGroupId}
              onChoose={group => narrow({ appGroupId: group.id, appGroupName: group.id && group.name })}
              onManage={() => dialog.open({ kind: 'groups' })}
            />
          </Card>
        }
      >
        <Card>
          <SearchBar values={{ name, code, status }} hidden={fold.isFolded} onSearch={narrow} onReset={() => narrow(NO_FILTERS)}>
            <SearchField name="name" label={text.columns.name}>
              <Input maxLength={INPUT_MAX} allowClear />
            </SearchField>
            <SearchField name="code" label={text.columns.code}>
              <Input maxLength={INPUT_MAX} allowClear />
            </SearchField>
            <SearchField name="status" label={text.columns.status}>
              <NativeSelect options={statuses} />
            </SearchField>
          </SearchBar>
          <ListTools fold={fold} onRefresh={() => void rows.refetch()}>
            <Looks chosen={look} onChoose={chosen => setParams({ look: chosen })} />
          </ListTools>
          <AppRows
            of={rows}
            look={look}
            paging={params}
            onPage={setParams}
            toolsOf={toolsOf}
            empty={appGroupId ? { title: text.noneInGroup, action: add } : { title: text.none, hint: text.noneHint, action: add }}
            onClearFilters={isFiltered ? () => narrow(NO_FILTERS) : undefined}
          />
        </Card>
      </Splitter>
      {dialog.item && <AppDialogs task={dialog.item} onClose={dialog.close} />}
    </Page>
  )
}

function Looks({ chosen, onChoose }: { chosen: string; onChoose: (look: string) => void }) {
  return (
    <fieldset className="app-looks" aria-label={text.looks.label}>
      {LOOKS.map(look => (
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
