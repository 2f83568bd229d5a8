import { businessLine } from '@hufu/contract/directory/business-line'
import type { User } from '@hufu/contract/directory/user'
import { useCall } from '../../../platform/calls.ts'
import type { Columns } from '../../../ui/list/data-table.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { UserLink } from '../../../pickers/user-link.tsx'
import { type LinePanelProps, LinePersons } from './line-list.tsx'
import { text } from './text.ts'

const words = text.people

/** The people with a job in the business line, or in the organisation chosen in its tree. */
export function LinePeople({ list, lineName }: LinePanelProps) {
  const { stripeId, parentId, who } = list.params
  const rows = useCall(businessLine.pageUser, { query: { ...list.paging, stripeId, orgId: parentId, searchKey: who }, keepPrevious: true })
  return <LinePersons<User> list={list} of={rows} columns={columns} label={words.label(lineName)} words={words} />
}

const columns: Columns<User> = [
  {
    key: 'realName',
    title: words.name,
    width: 120,
    fixed: 'start',
    render: (_, row) => <UserLink id={row.id} realName={row.realName} />,
  },
  { key: 'userName', title: words.userName, dataIndex: 'userName', width: 140 },
  { key: 'orgName', title: words.org, dataIndex: 'orgName', width: 200 },
  { key: 'jobType', title: words.jobType, width: 72, render: (_, row) => words.jobTypes[row.jobType] },
  { key: 'phone', title: words.phone, dataIndex: 'phone', width: 128 },
  { key: 'status', title: words.status, width: 96, render: (_, row) => <Status of={row.status} /> },
]

function Status({ of }: { of: number }) {
  return <StatusTag tone={of === 1 ? 'good' : of === 2 ? 'warn' : 'plain'}>{words.statuses[of]}</StatusTag>
}
