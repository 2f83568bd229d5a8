import { userApp, type UserApp } from '@hufu/contract/apps/user-app'
import { Table } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import type { Columns } from '../../../ui/list/data-table.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { AppLogo } from '../../../pickers/app-logo.tsx'
import { detailText as words } from './detail-text.ts'
import { text } from './text.ts'

/** What a person may open now, and by which ways. */
export function OpenApps({ userId }: { userId: string }) {
  const found = useCall(userApp.list, { query: { userId } })
  if (found.isError && !found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={4} />
  if (found.data.length === 0) return <Empty title={words.noApps} />
  return (
    <>
      <p className="user-apps-hint">{words.appsHint}</p>
      <Table<UserApp> aria-label={words.apps} rowKey="id" size="middle" columns={columns} dataSource={found.data} pagination={false} />
    </>
  )
}

const columns: Columns<UserApp> = [
  {
    key: 'name',
    title: words.appName,
    width: 280,
    render: (_, row) => (
      <span className="user-app">
        <AppLogo of={row} />
        {row.name}
      </span>
    ),
  },
  { key: 'appGroupName', title: words.appGroup, dataIndex: 'appGroupName', width: 160 },
  { key: 'roles', title: words.roles, width: 200, render: (_, row) => words.roleNames(row.roles) || text.noValue },
  { key: 'source', title: words.source, dataIndex: 'source' },
]
