import { apiClient, type ApiClient } from '@hufu/contract/federation/api-client'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { StatusBatch } from '../../../ui/batch/status-batch.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useClientActs, useRotation } from './use-client-acts.ts'

const ClientDialog = lazyComponent(() => import('./client-dialog.tsx'))
const RotateDialog = lazyComponent(() => import('../../../ui/dialog/rotate-dialog.tsx'))
const NO_FILTERS = { name: '', clientId: '', status: '' }

/** The API clients, their purpose and their last use. */
export function ClientList() {
  const list = useList(NO_FILTERS)
  const rows = useCall(apiClient.page, { query: { ...list.params, status: flagIn(list.params.status) }, keepPrevious: true })
  const selection = useSelection<ApiClient>(list.scope)
  const form = useDialog<ApiClient>()
  const rotating = useDialog<ApiClient>()
  const acts = useClientActs(selection.clear)
  const add = (
    <ActButton call={apiClient.save} type="primary" onClick={() => form.open()}>
      {text.add}
    </ActButton>
  )
  return (
    <ListPage<ApiClient>
      words={text}
      actions={add}
      list={list}
      search={
        <SearchBar {...list.search}>
          <TextFilter name="name" label={text.columns.name} />
          <TextFilter name="clientId" label={text.columns.clientId} />
          <StatusFilter name="status" label={text.columns.status} />
        </SearchBar>
      }
      batch={<StatusBatch of={selection} calls={apiClient} acts={acts} />}
      of={rows}
      columns={columnsOf({ acts, onEdit: form.open, onRotate: rotating.open })}
      rowName={row => row.name}
      selection={selection}
      first={add}
    >
      {form.isOpen && <ClientDialog row={form.item} onClose={form.close} />}
      {rotating.item && <Rotation of={rotating.item} onClose={rotating.close} />}
    </ListPage>
  )
}

function Rotation({ of: { id, clientId }, onClose }: { of: ApiClient; onClose: () => void }) {
  const rotate = useRotation()
  return <RotateDialog clientId={clientId} hints={text.rotate} rotate={endFormer => rotate(id, endFormer)} onClose={onClose} />
}
