import { type DeletedUser, user } from '@hufu/contract/directory/user'
import { Input } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { type Columns, DataTable, toolColumn } from '../../../ui/list/data-table.tsx'
import { DateRangeField } from '../../../ui/list/date-range.tsx'
import { ListTools, useFold } from '../../../ui/list/list-tools.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { SearchBar, SearchField } from '../../../ui/list/search-bar.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { OrgSelect } from '../../../pickers/org-select.tsx'
import { DeletedDrawer } from './deleted-drawer.tsx'
import { RecoverDialog } from './recover-dialog.tsx'
import { recycleText } from './recycle-text.ts'
import { text } from './text.ts'
import './user.css'

const words = recycleText
const NO_FILTERS = { searchKey: '', orgId: '', beginTime: '', endTime: '' }

/** Who has been deleted, and the way back (D-43). */
export default function DeletedUserPage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), ...NO_FILTERS })
  const rows = useCall(user.pageDeleted, { query: params, keepPrevious: true })
  const detail = useDialog<DeletedUser>()
  const recover = useDialog<DeletedUser>()
  const fold = useFold()
  const { searchKey, orgId, beginTime, endTime } = params
  const clear = () => setParams({ ...NO_FILTERS, current: 1 })
  return (
    <Page title={words.title} description={words.description}>
      <Card>
        <SearchBar
          values={{ searchKey, orgId, beginTime, endTime }}
          onSearch={typed => setParams({ ...typed, current: 1 })}
          onReset={clear}
          hidden={fold.isFolded}
        >
          <SearchField name="searchKey" label={words.labels.searchKey}>
            <Input maxLength={50} placeholder={words.searchHint} />
          </SearchField>
          <SearchField name="orgId" label={words.labels.org}>
            <OrgSelect canClear />
          </SearchField>
          <DateRangeField label={words.labels.time} begin="beginTime" end="endTime" endsToday />
        </SearchBar>
        <ListTools fold={fold} onRefresh={() => void rows.refetch()} />
        <DataTable<DeletedUser>
          label={words.list}
          of={rows}
          columns={columnsOf({ onDetail: detail.open, onRecover: recover.open })}
          paging={params}
          onPage={setParams}
          rowName={row => row.realName}
          empty={{ title: words.none }}
          onClearFilters={list.isFiltered ? clear : undefined}
        />
      </Card>
      {detail.item && <DeletedDrawer person={detail.item} onRecover={recover.open} onClose={detail.close} />}
      {recover.item && <RecoverDialog person={recover.item} onClose={recover.close} onDone={detail.close} />}
    </Page>
  )
}

interface Acts {
  onDetail: (row: DeletedUser) => void
  onRecover: (row: DeletedUser) => void
}

const columnsOf = ({ onDetail, onRecover }: Acts): Columns<DeletedUser> => [
  { key: 'realName', title: text.fields.realName, dataIndex: 'realName', width: 120, fixed: 'start' },
  { key: 'userName', title: text.fields.userName, dataIndex: 'userName', width: 150, ellipsis: true },
  { key: 'phone', title: text.fields.phone, dataIndex: 'phone', width: 130 },
  { key: 'employeeNumber', title: text.fields.employeeNumber, dataIndex: 'employeeNumber', width: 120, ellipsis: true },
  { key: 'orgName', title: words.formerOrg, dataIndex: 'orgName', width: 180, ellipsis: true },
  { key: 'deleteTime', title: words.deleteTime, width: 176, render: (_, row) => <Time at={row.deleteTime} /> },
  { key: 'deleteBy', title: words.deleteBy, dataIndex: 'deleteBy', width: 120, ellipsis: true },
  toolColumn<DeletedUser>(
    row => (
      <RowTools
        name={row.realName}
        tools={[
          { label: words.detail, onClick: () => onDetail(row) },
          { label: words.recover, call: user.recover, onClick: () => onRecover(row) },
        ]}
      />
    ),
    120,
  ),
]
