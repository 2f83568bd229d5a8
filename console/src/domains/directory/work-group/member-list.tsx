import { type Member, type WorkGroup, workGroup } from '@hufu/contract/directory/work-group'
import Input from 'antd/es/input/Input'
import { useCall } from '../../../platform/calls.ts'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { type Columns, DataTable, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { Tag, StatusTag } from '../../../ui/tag.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import type { List } from '../../../ui/list/use-list.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { type MemberActs, useMemberActs } from './group-acts.tsx'
import { text } from './text.ts'

const UserDialog = lazyComponent(() => import('../../../pickers/user-dialog.tsx'))

interface Props {
  group: WorkGroup
  list: List<{ who: string }>
}
const words = text.members
const DAY_LENGTH = 'YYYY-MM-DD'.length

/** The members come all at once (USER-02); they are found and turned here. */
export function MemberList({ group, list }: Props) {
  const { current, size, who } = list.params
  const members = useCall(workGroup.members, { query: { workGroupId: group.id } })
  const selection = useSelection<Member>(group.id + who)
  const dialog = useDialog()
  const isManual = group.rule === null
  const acts = useMemberActs(group, selection.clear)
  const found = members.data?.filter(member => isCalled(member, who.trim().toLowerCase())) ?? []
  const add = (
    <ActButton call={workGroup.saveMembers} type="primary" onClick={() => dialog.open()}>
      {words.add}
    </ActButton>
  )
  return (
    <>
      <div className="group-tools">
        <h3 className="card-title">{words.title(members.data?.length ?? group.userCount)}</h3>
        <Input
          aria-label={words.find}
          placeholder={words.find}
          maxLength={INPUT_MAX}
          allowClear
          value={who}
          onChange={event => list.narrow({ who: event.target.value })}
        />
        {isManual && add}
      </div>
      <BatchBar of={selection}>
        <ActButton call={workGroup.removeUser} size="small" danger onClick={() => acts.remove(selection.rows)}>
          {words.remove}
        </ActButton>
      </BatchBar>
      <DataTable<Member>
        {...list.table}
        label={words.label(group.name)}
        of={{ ...members, data: members.data && { records: found.slice((current - 1) * size, current * size), total: found.length } }}
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

const isCalled = ({ realName, userName }: Member, who: string): boolean =>
  realName.toLowerCase().includes(who) || userName.toLowerCase().includes(who)

function columnsOf(group: WorkGroup, acts: MemberActs): Columns<Member> {
  const leads = ({ id }: Member) => id === group.leaderId
  return [
    { key: 'realName', title: words.name, dataIndex: 'realName', width: 100, fixed: 'start' },
    {
      key: 'role',
      title: words.role,
      width: 64,
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
