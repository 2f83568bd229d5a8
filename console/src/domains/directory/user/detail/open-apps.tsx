import { authorize } from '@hufu/contract/apps/authorize'
import { userApp, type UserApp } from '@hufu/contract/apps/user-app'
import { acts } from '@hufu/contract/text'
import { useNavigate } from 'react-router'
import { useCall } from '../../../../platform/calls.ts'
import { type Columns, DataTable } from '../../../../ui/list/data-table.tsx'
import { PartTools } from '../../../../ui/list/list-tools.tsx'
import { useStoredLayout } from '../../../../ui/list/columns/use-columns.ts'
import { useLocalList } from '../../../../ui/list/use-local-list.ts'
import { ActButton } from '../../../../ui/act-button.tsx'
import { useMayOpen } from '../../../../ui/permitted.ts'
import { AppLogo } from '../../../../pickers/app-logo.tsx'
import { detailText } from './detail-text.ts'
import { text } from '../text.ts'

const NO_FILTERS = {}

/** The applications a user may open now, and by which access paths. */
export default function OpenApps({ userId, name }: { userId: string; name: string }) {
  const found = useCall(userApp.list, { query: { userId } })
  const list = useLocalList(NO_FILTERS)
  const arranged = useStoredLayout('/organiz/detail#apps')
  const { current, size } = list.paging
  const data = found.data && { records: found.data.slice((current - 1) * size, current * size), total: found.data.length }
  const give = <Give userId={userId} name={name} />
  return (
    <>
      <PartTools arranged={arranged} onRefresh={() => void found.refetch()}>
        <p className="user-apps-hint">{detailText.appsHint}</p>
        {data && data.total > 0 && give}
      </PartTools>
      <DataTable<UserApp>
        {...list.table}
        label={detailText.apps}
        of={{ ...found, data }}
        arranged={arranged}
        columns={columns}
        rowName={row => row.name}
        empty={{ title: detailText.noApps, action: give }}
      />
    </>
  )
}

/** A link to granting applications, with this user chosen. */
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
    title: detailText.appName,
    width: 280,
    render: (_, row) => (
      <span className="user-app">
        <AppLogo of={row} />
        {row.name}
      </span>
    ),
  },
  { key: 'appGroupName', title: detailText.appGroup, dataIndex: 'appGroupName', width: 160 },
  { key: 'roles', title: detailText.roles, width: 200, render: (_, row) => detailText.roleNames(row.roles) || text.noValue },
  { key: 'source', title: detailText.source, dataIndex: 'source' },
]
