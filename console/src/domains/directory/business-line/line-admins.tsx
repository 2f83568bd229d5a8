import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { type BusinessLineAdmin, businessLine } from '@hufu/contract/directory/business-line'
import { Link } from 'react-router'
import { isOn } from '../../../platform/flag.ts'
import { useCall } from '../../../platform/calls.ts'
import type { Columns } from '../../../ui/list/data-table.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { Tag, StatusTag, type Tone } from '../../../ui/tag.tsx'
import { UserLink } from '../../../pickers/user/user-link.tsx'
import { type LinePanelProps, LinePersons } from './line-list.tsx'
import { text } from './text.ts'

const words = text.admins

/** The delegated administrators whose delegations cover organisations of the line. */
export function LineAdmins({ list, lineName }: LinePanelProps) {
  const { stripeId, parentId, who } = list.params
  const rows = useCall(businessLine.pageAdmin, { query: { ...list.paging, stripeId, orgId: parentId, searchKey: who }, keepPrevious: true })
  const mayManage = useMay()(delegatedAdmin.page)
  return (
    <LinePersons<BusinessLineAdmin> list={list} of={rows} columns={columns} label={words.label(lineName)} words={words}>
      {mayManage && (
        <Link className="line-link" to={`/system/gradeAdmins${parentId && `?orgId=${parentId}`}`}>
          {words.manage}
        </Link>
      )}
    </LinePersons>
  )
}

const tones: Readonly<Record<BusinessLineAdmin['state'], Tone>> = {
  live: 'good',
  waiting: 'info',
  ended: 'plain',
  disabled: 'plain',
  resting: 'warn',
}

const columns: Columns<BusinessLineAdmin> = [
  {
    key: 'realName',
    title: words.name,
    width: 120,
    fixed: 'start',
    render: (_, row) => <UserLink id={row.userId} realName={row.realName} />,
  },
  { key: 'userName', title: words.userName, dataIndex: 'userName', width: 140 },
  {
    key: 'orgName',
    title: words.org,
    width: 184,
    render: (_, row) => (
      <>
        {row.orgName} {isOn(row.hasIncludeChild) && <Tag>{words.below}</Tag>}
      </>
    ),
  },
  {
    key: 'reach',
    title: words.reach,
    width: 116,
    align: 'right',
    render: (_, row) => (
      <>
        {row.isWhole && <Tag tone="info">{words.whole}</Tag>} {row.orgCount}
      </>
    ),
  },
  { key: 'endTime', title: words.until, width: 104, render: (_, row) => row.endTime?.slice(0, 10) ?? words.always },
  {
    key: 'state',
    title: words.state,
    width: 92,
    render: (_, row) => <StatusTag tone={tones[row.state]}>{words.states[row.state]}</StatusTag>,
  },
]
