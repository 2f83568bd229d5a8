import { type DeletedOrg, org, orgDeletedPush } from '@hufu/contract/directory/org'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { DateRangeField } from '../../../ui/list/search/date-range.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { DeletedOrgDrawer } from './deleted-org-drawer.tsx'
import { RecoverDialog } from './recover-dialog.tsx'
import { text } from './text.ts'
import './org.css'

const PushDeletedOrg = lazyComponent(() => import('./push-deleted-org.tsx'))
const words = text.deleted
const NO_FILTERS = { name: '', code: '', beginTime: '', endTime: '' }

/** Deleted organisations, and their recovery. */
export default function DeletedOrgPage() {
  const list = useList(NO_FILTERS)
  const rows = useCall(org.pageDeleted, { query: list.params, keepPrevious: true })
  const drawer = useDialog<DeletedOrg>()
  const recover = useDialog<DeletedOrg>()
  const pushing = useDialog<DeletedOrg>()
  return (
    <ListPage<DeletedOrg>
      words={words}
      list={list}
      search={
        <SearchBar {...list.search}>
          <TextFilter name="name" label={text.filters.name} />
          <TextFilter name="code" label={text.filters.code} />
          <DateRangeField label={words.filter} begin="beginTime" end="endTime" endsToday withLong />
        </SearchBar>
      }
      of={rows}
      columns={columnsOf({ onView: drawer.open, onRecover: recover.open, onPush: pushing.open })}
      rowName={row => row.name}
    >
      {drawer.item && <DeletedOrgDrawer id={drawer.item.id} onClose={drawer.close} onRecover={recover.open} />}
      {recover.item && <RecoverDialog row={recover.item} onClose={recover.close} onDone={drawer.close} />}
      {pushing.item && <PushDeletedOrg row={pushing.item} onClose={pushing.close} />}
    </ListPage>
  )
}

type Act = (row: DeletedOrg) => void

const columnsOf = ({ onView, onRecover, onPush }: Record<'onView' | 'onRecover' | 'onPush', Act>): Columns<DeletedOrg> => [
  { key: 'name', title: text.columns.name, dataIndex: 'name', fixed: 'start', width: 220 },
  { key: 'code', title: text.columns.code, width: 160, render: (_, { code }) => <code>{code}</code> },
  { key: 'parent', title: words.formerParent, dataIndex: 'parentName', width: 200 },
  { key: 'deletedAt', title: words.deletedAt, dataIndex: 'deleteTime', kind: 'happened', width: 144 },
  { key: 'deletedBy', spare: true, title: words.deletedBy, dataIndex: 'deleteBy', width: 120 },
  toolColumn<DeletedOrg>(
    row => (
      <RowTools
        name={row.name}
        tools={[
          { label: words.view, onClick: () => onView(row) },
          { label: words.recover, call: org.recover, onClick: () => onRecover(row) },
          { label: words.push, call: orgDeletedPush, onClick: () => onPush(row) },
        ]}
      />
    ),
    148,
  ),
]
