import { businessLine } from '@hufu/contract/directory/business-line'
import type { User } from '@hufu/contract/directory/user'
import { useCall } from '../../../platform/calls.ts'
import { type Columns, DataTable } from '../../../ui/list/data-table.tsx'
import type { List } from '../../../ui/list/use-list.ts'
import { StatusTag } from '../../../ui/tag.tsx'
import { LineFinder, PersonName } from './line-finder.tsx'
import { text } from './text.ts'

export type LineList = List<{ name: string; code: string }, Record<'stripeId' | 'stripeName' | 'parentId' | 'who' | 'tab', string>>
export interface LinePanelProps {
  list: LineList
  lineName: string
}
const words = text.people

/** The people with a job in the business line, or in the organisation chosen in its tree. */
export function LinePeople({ list, lineName }: LinePanelProps) {
  const { stripeId, parentId, who } = list.params
  const rows = useCall(businessLine.pageUser, { query: { ...list.paging, stripeId, orgId: parentId, searchKey: who }, keepPrevious: true })
  const isNarrowed = who !== '' || parentId !== ''
  return (
    <>
      <LineFinder
        hint={words.hint}
        placeholder={words.search}
        who={who}
        onFind={found => list.narrow({ who: found })}
        arranged={list.fold.arranged}
        onRefresh={() => void rows.refetch()}
      />
      <DataTable<User>
        {...list.table}
        label={words.label(lineName)}
        of={rows}
        columns={columns}
        rowName={row => row.realName}
        empty={{ title: words.none, hint: words.noneHint }}
        onClearFilters={isNarrowed ? () => list.narrow({ who: '', parentId: '' }) : undefined}
      />
    </>
  )
}

const columns: Columns<User> = [
  {
    key: 'realName',
    title: words.name,
    width: 120,
    fixed: 'start',
    render: (_, row) => <PersonName id={row.id} realName={row.realName} />,
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
