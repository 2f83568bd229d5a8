import { apiItem, type ApiItem } from '@hufu/contract/federation/api-item'
import { type ComponentProps } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { StatusBatch } from '../../../ui/batch/status-batch.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { ListHead, statusAsked, StatusFilter, TextFilter } from '../../../ui/list/list-head.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { SearchField } from '../../../ui/list/search-bar.tsx'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { columnsOf, keptBecause } from './columns.tsx'
import { text } from './text.ts'
import { useApiActs } from './use-api-acts.ts'
import './api-item.css'

const ApiItemDialog = lazyComponent(() => import('./api-item-dialog.tsx'))
const NO_FILTERS = { groupName: '', name: '', path: '', status: '' }

/** Every call there is: which are closed, which clients can be given. */
export default function ApiItemPage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), ...NO_FILTERS })
  const { groupName, name, path, status } = params
  const rows = useCall(apiItem.page, { query: { ...params, status: statusAsked(status) }, keepPrevious: true })
  const selection = useSelection<ApiItem>(list.scope)
  const dialog = useDialog<ApiItem>()
  const acts = useApiActs(selection.clear)
  const clear = () => setParams({ ...NO_FILTERS, current: 1 })
  const blocked = {
    disable: selection.rows.every(row => row.isClosable) ? undefined : text.neverClosedSome,
    remove: selection.rows.map(keptBecause).find(reason => reason !== undefined),
  }
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        <>
          <ActButton call={apiItem.refresh} loading={acts.isRefreshing} onClick={() => void acts.refresh()}>
            {text.refresh}
          </ActButton>
          <ActButton call={apiItem.save} type="primary" onClick={() => dialog.open()}>
            {text.add}
          </ActButton>
        </>
      }
    >
      <Card>
        <ListHead
          values={{ groupName, name, path, status }}
          onSearch={typed => setParams({ ...typed, current: 1 })}
          onReset={clear}
          onRefresh={() => void rows.refetch()}
        >
          <SearchField name="groupName" label={text.columns.groupName}>
            <GroupChoice />
          </SearchField>
          <TextFilter name="name" label={text.columns.name} />
          <TextFilter name="path" label={text.columns.path} />
          <StatusFilter name="status" label={text.columns.status} />
        </ListHead>
        <StatusBatch
          of={selection}
          calls={apiItem}
          blocked={blocked}
          onStatus={to => acts.setStatuses(selection.ids, to)}
          onRemove={() => acts.removeMany(selection.ids)}
        />
        <DataTable<ApiItem>
          label={text.list}
          of={rows}
          columns={columnsOf({ ...acts, onEdit: dialog.open })}
          paging={params}
          onPage={setParams}
          rowName={row => `${row.name} ${row.path}`}
          selection={selection}
          empty={{ title: text.none }}
          onClearFilters={list.isFiltered ? clear : undefined}
        />
      </Card>
      {dialog.isOpen && <ApiItemDialog row={dialog.item} onClose={dialog.close} />}
    </Page>
  )
}

function GroupChoice(field: Omit<ComponentProps<typeof NativeSelect>, 'options'>) {
  const groups = useCall(apiItem.groups)
  return (
    <NativeSelect {...field} options={[{ value: '', label: text.any }, ...(groups.data ?? []).map(value => ({ value, label: value }))]} />
  )
}
