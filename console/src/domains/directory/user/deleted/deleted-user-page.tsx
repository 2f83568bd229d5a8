import { type DeletedUser, user, userPush } from '@hufu/contract/directory/user'
import { useCall } from '../../../../platform/calls.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { type Columns, toolColumn } from '../../../../ui/list/data-table.tsx'
import { TextFilter } from '../../../../ui/list/search/filters.tsx'
import { ListPage } from '../../../../ui/list/list-page.tsx'
import { SearchBar, SearchField } from '../../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../../ui/list/use-list.ts'
import { DateRangeField } from '../../../../ui/list/search/date-range.tsx'
import { RowTools } from '../../../../ui/list/row-tools.tsx'
import { useSelection } from '../../../../ui/list/use-selection.ts'
import { ActButton } from '../../../../ui/act-button.tsx'
import { BatchBar } from '../../../../ui/batch/batch-bar.tsx'
import { useMay } from '../../../../ui/permitted.ts'
import { useDialog } from '../../../../ui/dialog/use-dialog.ts'
import { OrgSelect } from '../../../../pickers/org/org-select.tsx'
import { DeletedDrawer } from './deleted-drawer.tsx'
import { RecoverDialog } from './recover-dialog.tsx'
import { recycleText } from './recycle-text.ts'
import { text } from '../text.ts'
import '../user.css'

const PushDeletedUsers = lazyComponent(() => import('./push-deleted-users.tsx'))
const words = recycleText
const NO_FILTERS = { searchKey: '', orgId: '', beginTime: '', endTime: '' }

/** Deleted users, and their recovery. */
export default function DeletedUserPage() {
  const list = useList(NO_FILTERS)
  const rows = useCall(user.pageDeleted, { query: list.params, keepPrevious: true })
  const detail = useDialog<DeletedUser>()
  const mayPush = useMay()(userPush)
  const recover = useDialog<DeletedUser>()
  const pushing = useDialog<readonly DeletedUser[]>()
  const selection = useSelection<DeletedUser>(list.scope)
  return (
    <ListPage<DeletedUser>
      words={words}
      list={list}
      search={
        <SearchBar {...list.search}>
          <TextFilter name="searchKey" label={words.labels.searchKey} placeholder={words.searchHint} />
          <SearchField name="orgId" label={words.labels.org}>
            <OrgSelect canClear />
          </SearchField>
          <DateRangeField label={words.labels.time} begin="beginTime" end="endTime" endsToday />
        </SearchBar>
      }
      batch={
        <BatchBar of={selection}>
          <ActButton call={userPush} size="small" onClick={() => pushing.open(selection.rows)}>
            {words.push}
          </ActButton>
        </BatchBar>
      }
      of={rows}
      columns={columnsOf({ onDetail: detail.open, onRecover: recover.open, onPush: row => pushing.open([row]) })}
      {...(mayPush && { selection })}
      rowName={row => row.realName}
    >
      {detail.item && <DeletedDrawer person={detail.item} onRecover={recover.open} onClose={detail.close} />}
      {recover.item && <RecoverDialog person={recover.item} onClose={recover.close} onDone={detail.close} />}
      {pushing.item && <PushDeletedUsers of={pushing.item} onDone={selection.clear} onClose={pushing.close} />}
    </ListPage>
  )
}

interface Acts {
  onDetail: (row: DeletedUser) => void
  onRecover: (row: DeletedUser) => void
  onPush: (row: DeletedUser) => void
}

const columnsOf = ({ onDetail, onRecover, onPush }: Acts): Columns<DeletedUser> => [
  { key: 'realName', title: text.fields.realName, dataIndex: 'realName', width: 120, fixed: 'start' },
  { key: 'userName', title: text.fields.userName, dataIndex: 'userName', width: 150 },
  { key: 'phone', title: text.fields.phone, dataIndex: 'phone', width: 130 },
  { key: 'employeeNumber', spare: true, title: text.fields.employeeNumber, dataIndex: 'employeeNumber', width: 120 },
  { key: 'orgName', title: words.formerOrg, dataIndex: 'orgName', width: 180 },
  { key: 'deleteTime', title: words.deleteTime, dataIndex: 'deleteTime', kind: 'happened', width: 144 },
  { key: 'deleteBy', spare: true, title: words.deleteBy, dataIndex: 'deleteBy', width: 120 },
  toolColumn<DeletedUser>(
    row => (
      <RowTools
        name={row.realName}
        tools={[
          { label: words.detail, onClick: () => onDetail(row) },
          { label: words.recover, call: user.recover, onClick: () => onRecover(row) },
          { label: words.push, call: userPush, onClick: () => onPush(row) },
        ]}
      />
    ),
    148,
  ),
]
