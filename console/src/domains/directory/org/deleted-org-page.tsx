import { type DeletedOrg, org } from '@hufu/contract/directory/org'
import { useCall } from '../../../platform/calls.ts'
import { type Columns, DataTable, toolColumn } from '../../../ui/list/data-table.tsx'
import { DateRangeField } from '../../../ui/list/date-range.tsx'
import { ListHead, TextFilter } from '../../../ui/list/list-head.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { DeletedOrgDrawer } from './deleted-org-drawer.tsx'
import { RecoverDialog } from './recover-dialog.tsx'
import { text } from './text.ts'
import './org.css'

const words = text.deleted

/** Organisations that were deleted: looked at and brought back. */
export default function DeletedOrgPage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), name: '', code: '', beginTime: '', endTime: '' })
  const rows = useCall(org.pageDeleted, { query: params, keepPrevious: true })
  const drawer = useDialog<DeletedOrg>()
  const recover = useDialog<DeletedOrg>()
  const { name, code, beginTime, endTime } = params
  return (
    <Page title={words.title} description={words.description}>
      <Card>
        <ListHead
          values={{ name, code, beginTime, endTime }}
          onSearch={typed => setParams({ ...typed, current: 1 })}
          onReset={list.reset}
          onRefresh={() => void rows.refetch()}
        >
          <TextFilter name="name" label={text.filters.name} />
          <TextFilter name="code" label={text.filters.code} />
          <DateRangeField label={words.filter} begin="beginTime" end="endTime" endsToday withLong />
        </ListHead>
        <DataTable<DeletedOrg>
          label={words.list}
          of={rows}
          columns={columnsOf(drawer.open, recover.open)}
          paging={params}
          onPage={setParams}
          rowName={row => row.name}
          empty={{ title: words.none, hint: words.noneHint }}
          onClearFilters={list.isFiltered ? list.reset : undefined}
        />
      </Card>
      {drawer.item && <DeletedOrgDrawer id={drawer.item.id} onClose={drawer.close} onRecover={recover.open} />}
      {recover.item && <RecoverDialog row={recover.item} onClose={recover.close} onDone={drawer.close} />}
    </Page>
  )
}

const columnsOf = (onView: (row: DeletedOrg) => void, onRecover: (row: DeletedOrg) => void): Columns<DeletedOrg> => [
  { key: 'name', title: text.columns.name, dataIndex: 'name', fixed: 'start', width: 220 },
  { key: 'code', title: text.columns.code, width: 160, render: (_, { code }) => <code>{code}</code> },
  { key: 'parent', title: words.formerParent, dataIndex: 'parentName', width: 200 },
  { key: 'deletedAt', title: words.deletedAt, width: 180, render: (_, row) => <Time at={row.deleteTime} /> },
  { key: 'deletedBy', title: words.deletedBy, dataIndex: 'deleteBy', width: 120 },
  toolColumn<DeletedOrg>(
    row => (
      <RowTools
        name={row.name}
        tools={[
          { label: words.view, onClick: () => onView(row) },
          { label: words.recover, call: org.recover, onClick: () => onRecover(row) },
        ]}
      />
    ),
    120,
  ),
]
