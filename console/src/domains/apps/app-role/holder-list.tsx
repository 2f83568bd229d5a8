import { appRole, type AppRole, type RoleMember } from '@hufu/contract/apps/app-role'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { Can } from '../../../ui/can.tsx'
import { type Columns, DataTable, toolColumn } from '../../../ui/list/data-table.tsx'
import { FindField } from '../../../ui/list/search/find-field.tsx'
import { PartTools } from '../../../ui/list/list-tools.tsx'
import { Card, PageActs } from '../../../ui/page.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import type { List } from '../../../ui/list/use-list.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { useMemberActs } from './role-acts.ts'
import { text } from './text.ts'

const UserDialog = lazyComponent(() => import('../../../pickers/user/user-dialog.tsx'))
const words = text.holders

interface Props {
  role: Pick<AppRole, 'id' | 'appId' | 'name'>
  list: List<{ who: string }>
  /** Shows a link to the page that has only this list. */
  hasOwnPage?: boolean
}
type Row = RoleMember & { id: string }

/** The holders of a role by any path; only direct grants can be revoked here. */
export function MemberList({ role, list, hasOwnPage = false }: Props) {
  const { who } = list.params
  const navigate = useNavigate()
  const may = useMay()
  const members = useCall(appRole.pageUser, {
    query: { appId: role.appId, roleId: role.id, searchKey: who, ...list.paging },
    keepPrevious: true,
  })
  const selection = useSelection<Row>(role.id + who)
  const dialog = useDialog()
  const acts = useMemberActs(role, selection.clear)
  const add = (
    <Can call={appRole.addUser}>
      <Button type="primary" onClick={() => dialog.open()}>
        {words.add}
      </Button>
    </Can>
  )
  const records = members.data?.records.map(row => ({ ...row, id: row.userId })) ?? []
  return (
    <Card>
      <PartTools arranged={list.tools.arranged} hasViews onRefresh={() => void members.refetch()}>
        <FindField key={role.id} hint={words.find} value={who} onFind={found => list.narrow({ who: found })} />
        {hasOwnPage && (
          <Button type="link" onClick={() => void navigate(`/app/relatedUser?appId=${role.appId}&roleId=${role.id}`)}>
            {words.openPage}
          </Button>
        )}
        {hasOwnPage ? add : <PageActs>{add}</PageActs>}
      </PartTools>
      <BatchBar of={selection}>
        <Button size="small" danger onClick={() => acts.remove(selection.ids, words.many(selection.ids.length))}>
          {words.remove}
        </Button>
      </BatchBar>
      <DataTable<Row>
        {...list.table}
        label={words.list}
        of={{ ...members, data: members.data && { ...members.data, records } }}
        columns={columnsOf(role.id, may(appRole.removeUser) ? row => acts.remove([row.userId], words.whom(row.realName)) : undefined)}
        rowName={row => row.realName}
        {...(may(appRole.removeUser) && { selection })}
        protectedReason={row => (isOwn(row, role.id) ? undefined : words.inheritedStays)}
        empty={{ title: words.none, hint: words.noneHint, action: add }}
      />
      {dialog.isOpen && <UserDialog title={words.addTitle(role.name)} onChoose={acts.add} onClose={dialog.close} />}
    </Card>
  )
}

const isOwn = (row: Row, roleId: string) => row.ownRoleIds.includes(roleId)

const columnsOf = (roleId: string, onRemove: ((row: Row) => void) | undefined): Columns<Row> => [
  { key: 'realName', title: words.realName, dataIndex: 'realName', width: 112, fixed: 'start' },
  { key: 'userName', title: words.userName, dataIndex: 'userName', width: 128 },
  {
    key: 'source',
    title: words.source,
    width: 136,
    render: (_, row) => (isOwn(row, roleId) ? <Tag tone="info">{words.own}</Tag> : <Tag>{words.inherited}</Tag>),
  },
  { key: 'orgName', title: words.org, dataIndex: 'orgName', width: 176 },
  { key: 'roles', title: words.roles, width: 200, render: (_, row) => words.roleNames(row.roleNames) },
  ...(onRemove
    ? [
        toolColumn<Row>(
          row => (
            <RowTools
              name={row.realName}
              tools={[
                {
                  label: words.remove,
                  danger: true,
                  onClick: () => onRemove(row),
                  disabledBecause: isOwn(row, roleId) ? undefined : words.inheritedStays,
                },
              ]}
            />
          ),
          88,
        ),
      ]
    : []),
]
