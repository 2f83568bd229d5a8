import type { ReplyOf } from '@hufu/contract/call'
import { user } from '@hufu/contract/user'
import { Table } from 'antd'
import type { ReactNode } from 'react'
import { useCall } from '../../kernel/calls.ts'
import type { Columns } from '../../parts/data-table.tsx'
import { Failure, Skeleton } from '../../parts/states.tsx'
import { Chip } from '../../parts/status-tag.tsx'
import { detailText } from './detail-text.ts'

type App = ReplyOf<typeof user.rights>['apps'][number]
const words = detailText

/** What the person may do, and by what. */
export function Rights({ userId }: { userId: string }) {
  const found = useCall(user.rights, { query: { userId } })
  if (found.isError && !found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={4} />
  const { systemRoles, groups, apps } = found.data
  return (
    <>
      <Part title={words.systemRoles} none={words.noRoles}>
        {systemRoles.length > 0 && systemRoles.map(role => <Chip key={role.id}>{role.name}</Chip>)}
      </Part>
      <Part title={words.groups} none={words.noGroups}>
        {groups.length > 0 && groups.map(group => <Chip key={group.id}>{group.name}</Chip>)}
      </Part>
      <Part title={words.apps} none={words.noApps}>
        {apps.length > 0 && (
          <Table<App> aria-label={words.apps} rowKey="appId" size="middle" columns={columns} dataSource={apps} pagination={false} />
        )}
      </Part>
    </>
  )
}

function Part({ title, none, children }: { title: string; none: string; children: ReactNode }) {
  return (
    <section className="rights">
      <h2 className="card-title">{title}</h2>
      {children ? <div className="labels">{children}</div> : <p className="dialog-note">{none}</p>}
    </section>
  )
}

const columns: Columns<App> = [
  { key: 'appName', title: words.appName, dataIndex: 'appName', width: 240 },
  { key: 'roles', title: words.roles, render: (_, app) => app.roles.join('、') },
  { key: 'source', title: words.source, dataIndex: 'source', width: 200 },
]
