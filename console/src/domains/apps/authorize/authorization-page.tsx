import type { SubjectType } from '@hufu/contract/apps/access'
import { authorize, type Authorization } from '@hufu/contract/apps/authorize'
import { Button } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { ListHead, TextFilter } from '../../../ui/list/list-head.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { SearchField } from '../../../ui/list/search-bar.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { useSheet } from '../../../ui/list/use-sheet.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import './authorize.css'

const OrderDialog = lazyComponent(() => import('./order-dialog.tsx'))
const WhyDrawer = lazyComponent(() => import('./why-drawer.tsx'))
const NO_FILTERS = { searchKey: '', appId: '' }
const types = Object.keys(text.types) as SubjectType[]

/** Who was given what, kind of subject by kind. */
export default function AuthorizationPage() {
  const [params, setParams] = useListParams({ type: 'user', current: 1, size: pageSize(), ...NO_FILTERS })
  const type = types.find(one => one === params.type) ?? 'user'
  const why = useDialog()
  return (
    <Page title={text.title} description={text.description} actions={<Button onClick={() => why.open()}>{text.why}</Button>}>
      <Tabs
        activeKey={type}
        onChange={next => setParams({ type: next, current: 1, ...NO_FILTERS })}
        items={types.map(key => ({
          key,
          label: text.types[key],
          children: <List type={key} params={params} setParams={setParams} />,
        }))}
      />
      {why.isOpen && <WhyDrawer onClose={why.close} />}
    </Page>
  )
}

interface ListProps {
  type: SubjectType
  params: { current: number; size: number; searchKey: string; appId: string }
  setParams: (patch: { current?: number; size?: number; searchKey?: string; appId?: string }) => void
}

function List({ type, params, setParams }: ListProps) {
  const { searchKey, appId, current, size } = params
  const rows = useCall(authorize.page, { query: { targetType: type, searchKey, appId, current, size }, keepPrevious: true })
  const apps = useCall(authorize.grantable)
  const selection = useSelection<Authorization>(`${type} ${searchKey} ${appId}`)
  const order = useDialog<Authorization>()
  const take = useTaking(selection.clear)
  const begin = useAction(authorize.exportExcel)
  const sheet = useSheet(text.exporting, uuid =>
    begin.run({ query: { uuid, targetType: type, query: JSON.stringify({ searchKey, appId }) } }),
  )
  const clear = () => setParams({ ...NO_FILTERS, current: 1 })
  const give = (
    <ActButton call={authorize.save} type="primary" onClick={() => order.open()}>
      {text.give}
    </ActButton>
  )
  return (
    <Card>
      <ListHead
        values={{ searchKey, appId }}
        onSearch={typed => setParams({ ...typed, current: 1 })}
        onReset={clear}
        onRefresh={() => void rows.refetch()}
      >
        <TextFilter name="searchKey" label={text.search} />
        <SearchField name="appId" label={text.app}>
          <NativeSelect
            options={[{ value: '', label: text.anyApp }, ...(apps.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </SearchField>
      </ListHead>
      <div className="toolbar">
        {give}
        <ActButton call={authorize.exportExcel} onClick={() => void sheet.begin()}>
          {text.export}
        </ActButton>
      </div>
      <BatchBar of={selection}>
        <ActButton call={authorize.remove} size="small" danger onClick={() => take(selection.ids, text.takeMany(selection.ids.length))}>
          {text.take}
        </ActButton>
      </BatchBar>
      <DataTable<Authorization>
        label={text.list}
        of={rows}
        columns={columnsOf(type, { onEdit: order.open, onTake: row => take([row.id], text.takeTitle(row.targetName ?? '', row.appName)) })}
        paging={params}
        onPage={setParams}
        rowName={row => `${row.targetName ?? ''} ${row.appName}`}
        selection={selection}
        empty={{ title: text.none, hint: text.noneHint, action: give }}
        onClearFilters={searchKey !== '' || appId !== '' ? clear : undefined}
      />
      {sheet.dialog}
      {order.isOpen && <OrderDialog type={type} row={order.item} apps={apps.data ?? []} onClose={order.close} />}
    </Card>
  )
}

function useTaking(onDone: () => void) {
  const remove = useAction(authorize.remove, { refreshes: [authorize.page] })
  return (ids: string[], title: string) =>
    confirmAct({
      title,
      content: text.takeText,
      okText: text.take,
      danger: true,
      run: async () => {
        if (!ok(await remove.run({ body: { ids } }))) return
        onDone()
        notifier.toast(text.taken, CONFIG_MS, 'success')
      },
    })
}
