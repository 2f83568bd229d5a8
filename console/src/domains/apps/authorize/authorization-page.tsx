import type { SubjectType } from '@hufu/contract/apps/access'
import { authorize, type Authorization, type AuthorizeOrder } from '@hufu/contract/apps/authorize'
import { Button } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { ListTools } from '../../../ui/list/list-tools.tsx'
import { SearchBar, SearchField } from '../../../ui/list/search/search-bar.tsx'
import { type List, useList } from '../../../ui/list/use-list.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { Card, Page, PageActs, PageCount } from '../../../ui/page.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { SheetButton } from '../../../ui/list/sheet-button.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import type { Opened } from '../../../pickers/diagnosis/diagnosis-drawer.tsx'
import { useUndo } from '../../../ui/use-undo.ts'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import './authorize.css'

const OrderDialog = lazyComponent(() => import('./order-dialog.tsx'))
const DiagnosisDrawer = lazyComponent(() => import('../../../pickers/diagnosis/diagnosis-drawer.tsx'))
const NO_FILTERS = { searchKey: '', appId: '' }
const types = Object.keys(text.types) as SubjectType[]

/** Grants, by kind of subject. */
export default function AuthorizationPage() {
  const list = useList(NO_FILTERS, { type: 'user', give: '', targetId: '', targetName: '' })
  const type = types.find(one => one === list.params.type) ?? 'user'
  const dialog = useDialog<Opened>()
  return (
    <Page title={text.title} description={text.description}>
      <Tabs
        activeKey={type}
        onChange={next => list.narrow({ type: next, ...NO_FILTERS })}
        items={types.map(key => ({
          key,
          label: text.types[key],
          children: <Authorizations key={key} type={key} list={list} onAsk={dialog.open} />,
        }))}
      />
      {dialog.isOpen && <DiagnosisDrawer {...(dialog.item && { of: dialog.item })} onClose={dialog.close} />}
    </Page>
  )
}

interface AuthorizationsProps {
  type: SubjectType
  list: List<typeof NO_FILTERS, { type: string; give: string; targetId: string; targetName: string }>
  onAsk: (about?: Opened) => void
}

function Authorizations({ type, list, onAsk }: AuthorizationsProps) {
  const { filters, paging } = list
  const { give: given, targetId, targetName } = list.params
  // Preset by a link from an application or an organisation.
  const isGiven = given !== '' && list.params.type === type
  const rows = useCall(authorize.page, { query: { targetType: type, ...filters, ...paging }, keepPrevious: true })
  const apps = useCall(authorize.grantable)
  const selection = useSelection<Authorization>(`${type} ${list.scope}`)
  const order = useDialog<Authorization>()
  const take = useRevoke(selection.clear)
  const begin = useAction(authorize.exportExcel)
  const give = (
    <ActButton call={authorize.save} type="primary" onClick={() => order.open()}>
      {text.give}
    </ActButton>
  )
  return (
    <Card>
      <SearchBar {...list.search}>
        <TextFilter name="searchKey" label={text.search} />
        <SearchField name="appId" label={text.app}>
          <SelectField
            options={[{ value: '', label: text.anyApp }, ...(apps.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </SearchField>
      </SearchBar>
      <PageCount of={rows.data} />
      <PageActs>
        <Button onClick={() => onAsk()}>{text.why}</Button>
        <SheetButton
          call={authorize.exportExcel}
          title={text.exporting}
          start={uuid => begin.run({ query: { uuid, targetType: type, query: JSON.stringify(filters) } })}
        >
          {text.export}
        </SheetButton>
        {give}
      </PageActs>
      <ListTools of={list.tools} onRefresh={() => void rows.refetch()} />
      <BatchBar of={selection}>
        <ActButton call={authorize.remove} size="small" danger onClick={() => take(selection.rows, text.takeMany(selection.ids.length))}>
          {text.take}
        </ActButton>
      </BatchBar>
      <DataTable<Authorization>
        {...list.table}
        label={text.list}
        of={rows}
        columns={columnsOf(type, {
          onAsk,
          onEdit: order.open,
          onTake: row => take([row], text.takeTitle(row.targetName ?? '', row.appName)),
        })}
        rowName={row => `${row.targetName ?? ''} ${row.appName}`}
        selection={selection}
        empty={{ title: text.none, hint: text.noneHint, action: give }}
      />
      {order.isOpen && <OrderDialog type={type} row={order.item} apps={apps.data ?? []} onClose={order.close} />}
      {isGiven && apps.data && (
        <OrderDialog
          type={type}
          row={undefined}
          begun={{ appId: filters.appId, targetId, targetName }}
          apps={apps.data}
          onClose={() => list.setParams({ give: '', targetId: '', targetName: '' })}
        />
      )}
    </Card>
  )
}

function useRevoke(onDone: () => void) {
  const remove = useAction(authorize.remove, { refreshes: [authorize.page] })
  const undoBy = useUndo([authorize.page])
  return (rows: readonly Authorization[], title: string) =>
    confirmAct({
      title,
      content: text.takeText,
      okText: text.take,
      danger: true,
      run: async () => {
        if (!ok(await remove.run({ body: { ids: rows.map(({ id }) => id) } }))) return
        onDone()
        notifier.done(text.taken, undoBy(authorize.save, ordersFor(rows)))
      },
    })
}

/** What gives the same grants again. None if one has roles, whose dates may differ, or is over. */
function ordersFor(rows: readonly Authorization[]): { body: AuthorizeOrder }[] {
  if (rows.some(({ roleNames, isOver }) => isOver || roleNames.length > 0)) return []
  return rows.map(({ targetType, targetId, appId, below, beginTime, endTime }) => ({
    body: { targetType, targetIds: [targetId], apps: [{ appId, roleIds: [] }], below, beginTime: beginTime ?? '', endTime: endTime ?? '' },
  }))
}
