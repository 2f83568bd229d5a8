import { authorize } from '@hufu/contract/apps/authorize'
import { userApp, type UserApp } from '@hufu/contract/apps/user-app'
import { acts } from '@hufu/contract/text'
import { Table } from 'antd'
import { useNavigate } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import type { Columns } from '../../../ui/list/data-table.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { useMayOpen } from '../../../ui/permitted.ts'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { AppLogo } from '../../../pickers/app-logo.tsx'
import { detailText as words } from './detail-text.ts'
import { text } from './text.ts'

/** What a person may open now, and by which ways. */
export function OpenApps({ userId, name }: { userId: string; name: string }) {
  const found = useCall(userApp.list, { query: { userId } })
  if (found.isError && !found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={4} />
  if (found.data.length === 0) return <Empty title={words.noApps} action={<Give userId={userId} name={name} />} />
  return (
    <>
      <div className="user-apps-head">
        <p>{words.appsHint}</p>
        <Give userId={userId} name={name} />
      </div>
      <Table<UserApp> aria-label={words.apps} rowKey="id" size="middle" columns={columns} dataSource={found.data} pagination={false} />
    </>
  )
}

/** To where applications are granted, with this person chosen. */
function Give({ userId, name }: { userId: string; name: string }) {
  const navigate = useNavigate()
  const isOpen = useMayOpen()('/authorize/index')
  const to = `/authorize/index?${new URLSearchParams({ type: 'user', give: '1', targetId: userId, targetName: name }).toString()}`
  return (
    isOpen && (
      <ActButton call={authorize.save} onClick={() => void navigate(to)}>
        {acts.grant}
      </ActButton>
    )
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
