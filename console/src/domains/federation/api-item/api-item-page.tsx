import { apiItem, type ApiItem } from '@hufu/contract/federation/api-item'
import { useCall } from '../../../platform/calls.ts'
import { showsStoredNames } from '../../../platform/language.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { StatusBatch } from '../../../ui/batch/status-batch.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { columnsOf, protectedReason } from './columns.tsx'
import { apiGroupName, apiName } from './shipped-api-names.ts'
import { text } from './text.ts'
import { useApiActs } from './use-api-acts.ts'
import './api-item.css'

const ApiItemDialog = lazyComponent(() => import('./api-item-dialog.tsx'))
const NO_FILTERS = { groupName: '', name: '', path: '', status: '' }

/** All calls: which are closed, and which can be granted to clients. */
export default function ApiItemPage() {
  const list = useList(NO_FILTERS)
  const rows = useCall(apiItem.page, { query: { ...list.params, status: flagIn(list.params.status) }, keepPrevious: true })
  const groups = useCall(apiItem.groups)
  const selection = useSelection<ApiItem>(list.scope)
  const dialog = useDialog<ApiItem>()
  const acts = useApiActs(selection.clear)
  const blocked = {
    disable: selection.rows.every(row => row.isClosable) ? undefined : text.neverClosedSome,
    remove: selection.rows.map(protectedReason).find(reason => reason !== undefined),
  }
  return (
    <ListPage<ApiItem>
      words={text}
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
      list={list}
      search={
        <SearchBar {...list.search}>
          <ChoiceFilter
            name="groupName"
            label={text.columns.groupName}
            options={[{ value: '', label: text.any }, ...(groups.data ?? []).map(value => ({ value, label: apiGroupName(value) }))]}
          />
          {showsStoredNames && <TextFilter name="name" label={text.columns.name} />}
          <TextFilter name="path" label={text.columns.path} />
          <StatusFilter name="status" label={text.columns.status} />
        </SearchBar>
      }
      batch={<StatusBatch of={selection} calls={apiItem} blocked={blocked} acts={acts} />}
      of={rows}
      columns={columnsOf({ ...acts, onEdit: dialog.open })}
      rowName={row => `${apiName(row.name)} ${row.path}`}
      selection={selection}
    >
      {dialog.isOpen && <ApiItemDialog row={dialog.item} onClose={dialog.close} />}
    </ListPage>
  )
}
