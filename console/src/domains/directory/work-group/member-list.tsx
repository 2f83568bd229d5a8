import { type Member, type WorkGroup, workGroup } from '@hufu/contract/directory/work-group'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { type Columns, DataTable, toolColumn } from '../../../ui/list/data-table.tsx'
import { FindField } from '../../../ui/list/search/find-field.tsx'
import { PartTools } from '../../../ui/list/list-tools.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { Tag, StatusTag } from '../../../ui/tag.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import type { List } from '../../../ui/list/use-list.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { type MemberActs, useMemberActs } from './group-acts.tsx'
import { text } from './text.ts'

const UserDialog = lazyComponent(() => import('../../../pickers/user/user-dialog.tsx'))

interface Props {
  group: WorkGroup
  list: List<{ who: string }>
}
const words = text.members
const DAY_LENGTH = 'YYYY-MM-DD'.length

export function MemberList({ group, list }: Props) {
  const { who } = list.params
  const members = useCall(workGroup.pageMember, { query: { ...list.paging, workGroupId: group.id, searchKey: who }, keepPrevious: true })
  const selection = useSelection<Member>(group.id + who)
  const dialog = useDialog()
  const isManual = group.rule === null
  const acts = useMemberActs(group, selection.clear)
  const add = (
    <ActButton call={workGroup.saveMembers} type="primary" onClick={() => dialog.open()}>
      {words.add}
    </ActButton>
  )
  return (
    <>
      <PartTools arranged={list.tools.arranged} hasViews onRefresh={() => void members.refetch()}>
        <h3 className="card-title group-members">{words.title(group.userCount)}</h3>
        <FindField hint={words.find} value={who} onFind={found => list.narrow({ who: found })} />
        {isManual && add}
      </PartTools>
      <BatchBar of={selection}>
        <ActButton call={workGroup.removeUser} size="small" danger onClick={() => acts.remove(selection.rows)}>
          {words.remove}
        </ActButton>
      </BatchBar>
      <DataTable<Member>
        {...list.table}
        label={words.label(group.name)}
        of={members}
        columns={columnsOf(group, acts)}
        rowName={row => row.realName}
        {...(isManual && { selection })}
        empty={
          isManual ? { title: words.none, hint: words.noneHint, action: add } : { title: words.noneByRule, hint: words.noneByRuleHint }
        }
      />
      {dialog.isOpen && <UserDialog title={words.addTitle(group.name)} onChoose={acts.add} onClose={dialog.close} />}
    </>
  )
}

function columnsOf(group: WorkGroup, acts: MemberActs): Columns<Member> {
  const leads = ({ id }: Member) => id === group.leaderId
  return [
    { key: 'realName', title: words.name, dataIndex: 'realName', width: 100, fixed: 'start' },
    {
      key: 'role',
      title: words.role,
      width: 84,
      render: (_, row) => (leads(row) ? <Tag tone="info">{words.leader}</Tag> : words.member),
    },
    { key: 'userName', title: words.userName, dataIndex: 'userName', width: 96 },
    { key: 'orgName', title: words.org, dataIndex: 'orgName', width: 128 },
    {
      key: 'joinTime',
      spare: true,
      title: words.joinTime,
      width: 108,
      render: (_, { joinTime }) => <time title={joinTime}>{joinTime.slice(0, DAY_LENGTH)}</time>,
    },
    { key: 'status', title: words.status, width: 96, render: (_, row) => <Status of={row.status} /> },
    toolColumn<Member>(
      row => (
        <RowTools
          name={row.realName}
          tools={[
            leads(row)
              ? { label: words.dismiss, call: workGroup.update, onClick: () => acts.dismiss(row) }
              : { label: words.setLeader, call: workGroup.update, onClick: () => acts.setLeader(row) },
            group.rule === null && { label: words.remove, call: workGroup.removeUser, danger: true, onClick: () => acts.remove([row]) },
          ]}
        />
      ),
      140,
    ),
  ]
}

function Status({ of }: { of: number }) {
  return <StatusTag tone={of === 1 ? 'good' : of === 2 ? 'warn' : 'plain'}>{words.statuses[of]}</StatusTag>
}
