import { type BusinessLine, businessLine } from '@hufu/contract/directory/business-line'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { useMay } from '../../../ui/permitted.ts'
import { StatusBatch } from '../../../ui/batch/status-batch.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { columnsOf } from './business-line-columns.tsx'
import { useBusinessLineActs } from './business-line-acts.ts'
import type { BusinessLineTask } from './business-line-dialog.tsx'
import { text } from './text.ts'

const BusinessLineDialog = lazyComponent(() => import('./business-line-dialog.tsx'))

const NO_FILTERS = { name: '', code: '', status: '' }

/** The list of business lines. */
export default function BusinessLineListPage() {
  const list = useList(NO_FILTERS)
  const query = { ...list.params, status: flagIn(list.params.status) }
  const rows = useCall(businessLine.page, { query, keepPrevious: true })
  const selection = useSelection<BusinessLine>(list.scope)
  const dialog = useDialog<BusinessLineTask>()
  const acts = useBusinessLineActs(selection.clear)
  const mayEnter = useMay()(businessLine.tree)
  const notWhole = selection.rows.every(row => row.isWhole) ? undefined : text.notWhole
  const add = () => dialog.open({ kind: 'add' })
  return (
    <ListPage<BusinessLine>
      words={text.list}
      actions={
        <ActButton call={businessLine.save} type="primary" onClick={add}>
          {text.list.add}
        </ActButton>
      }
      list={list}
      search={
        <SearchBar {...list.search}>
          <TextFilter name="name" label={text.filters.name} />
          <TextFilter name="code" label={text.filters.code} />
          <StatusFilter name="status" label={text.filters.status} />
        </SearchBar>
      }
      batch={
        <StatusBatch of={selection} calls={businessLine} acts={acts} blocked={{ enable: notWhole, disable: notWhole, remove: notWhole }} />
      }
      of={rows}
      columns={columnsOf({ acts, mayEnter, open: dialog.open })}
      rowName={row => row.name}
      selection={selection}
      first={
        <ActButton call={businessLine.save} onClick={add}>
          {text.list.add}
        </ActButton>
      }
    >
      {dialog.item && <BusinessLineDialog task={dialog.item} onClose={dialog.close} />}
    </ListPage>
  )
}
