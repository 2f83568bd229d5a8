import { type Label, userLabel } from '@hufu/contract/directory/label'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { usePollWhile } from '../../../ui/list/use-poll-while.ts'
import { useList } from '../../../ui/list/use-list.ts'
import { StatusBatch } from '../../../ui/batch/status-batch.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useLabelActs } from './use-label-acts.ts'
import './label.css'

// Forms and members are loaded when first opened.
const LabelDialog = lazyComponent(() => import('./label-dialog.tsx'))
const MergeDialog = lazyComponent(() => import('./merge-dialog.tsx'))
const MembersDrawer = lazyComponent(() => import('./members-drawer.tsx'))

const NO_FILTERS = { name: '', status: '' }

/** Labels by hand and by rule, and their members. */
export default function LabelPage() {
  const list = useList(NO_FILTERS)
  const query = { ...list.params, status: flagIn(list.params.status) }
  const rows = useCall(userLabel.page, { query, keepPrevious: true })
  const selection = useSelection<Label>(list.scope)
  const form = useDialog<Label>()
  const members = useDialog<Label>()
  const merging = useDialog<readonly Label[]>()
  const acts = useLabelActs(selection.clear)
  usePollWhile(rows.data?.records.some(row => row.state === 'running') ?? false, rows.refetch)
  const add = () => form.open()
  const mayMerge = selection.rows.length > 1 && selection.rows.every(row => row.rule === null)
  return (
    <ListPage<Label>
      words={text}
      actions={
        <ActButton call={userLabel.save} type="primary" onClick={add}>
          {text.add}
        </ActButton>
      }
      list={list}
      search={
        <SearchBar {...list.search}>
          <TextFilter name="name" label={text.columns.name} />
          <StatusFilter name="status" label={text.columns.status} />
        </SearchBar>
      }
      batch={
        <StatusBatch of={selection} calls={userLabel} acts={acts}>
          <ActButton
            call={userLabel.merge}
            size="small"
            disabled={!mayMerge}
            title={mayMerge ? '' : text.merge.hint}
            onClick={() => merging.open(selection.rows)}
          >
            {text.merge.act}
          </ActButton>
        </StatusBatch>
      }
      of={rows}
      columns={columnsOf({ ...acts, onEdit: form.open, onMembers: members.open })}
      rowName={row => row.name}
      selection={selection}
      first={
        <ActButton call={userLabel.save} onClick={add}>
          {text.add}
        </ActButton>
      }
    >
      {form.isOpen && <LabelDialog row={form.item} onClose={form.close} />}
      {merging.item && <MergeDialog labels={merging.item} onDone={selection.clear} onClose={merging.close} />}
      {members.isOpen && members.item && <MembersDrawer label={members.item} onClose={members.close} />}
    </ListPage>
  )
}
