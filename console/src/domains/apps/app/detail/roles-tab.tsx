import { appRole, type AppRole } from '@hufu/contract/apps/app-role'
import { Link } from 'react-router'
import { isOn } from '../../../../platform/flag.ts'
import { useCall } from '../../../../platform/calls.ts'
import { type Columns, DataTable } from '../../../../ui/list/data-table.tsx'
import { PartTools } from '../../../../ui/list/list-tools.tsx'
import { pageSize } from '../../../../ui/list/list-params.ts'
import { useMayOpen } from '../../../../ui/permitted.ts'
import { StatusTag } from '../../../../ui/tag.tsx'
import { useStoredLayout } from '../../../../ui/list/columns/use-columns.ts'
import { useListParams } from '../../../../ui/list/use-list-params.ts'
import { text } from './detail-text.ts'
import type { TabProps } from '../../../../pickers/app-parts.ts'

const own = text.roles

/** The roles of this application with the number of holders; they are managed at /app/authority. */
export default function RolesTab({ of }: TabProps) {
  const [params, setParams] = useListParams({ rolePage: 1, size: pageSize() })
  const arranged = useStoredLayout('/app/detail#roles')
  const rows = useCall(appRole.page, { query: { appId: of.id, current: params.rolePage, size: params.size }, keepPrevious: true })
  const keep = useMayOpen()('/app/authority') && <Link to={`/app/authority?appId=${of.id}`}>{own.keep}</Link>
  return (
    <>
      <PartTools arranged={arranged} onRefresh={() => void rows.refetch()}>
        <p className="app-hint">{own.hint}</p>
        {rows.data && rows.data.total > 0 && keep}
      </PartTools>
      <DataTable<AppRole>
        label={own.list}
        of={rows}
        arranged={arranged}
        columns={columns}
        paging={{ current: params.rolePage, size: params.size }}
        onPage={({ current, size }) => setParams({ rolePage: current, size })}
        rowName={row => row.name}
        empty={{ title: own.none, hint: own.noneHint, action: keep }}
      />
    </>
  )
}

const columns: Columns<AppRole> = [
  { key: 'name', title: own.name, dataIndex: 'name', width: 200 },
  { key: 'code', title: own.code, width: 200, render: (_, row) => <code>{row.code}</code> },
  { key: 'userCount', title: own.people, width: 104, align: 'end', render: (_, row) => row.userCount },
  { key: 'resourceCount', title: own.resources, width: 104, align: 'end', render: (_, row) => row.resourceCount },
  {
    key: 'status',
    title: own.status,
    width: 96,
    render: (_, row) => <StatusTag tone={isOn(row.status) ? 'good' : 'plain'}>{isOn(row.status) ? own.enabled : own.disabled}</StatusTag>,
  },
  { key: 'remark', title: own.remark, width: 240, render: (_, row) => row.remark },
]
