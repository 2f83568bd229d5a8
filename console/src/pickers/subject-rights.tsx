import type { SubjectType } from '@hufu/contract/apps/access'
import { type Authorization, authorize } from '@hufu/contract/apps/authorize'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../platform/calls.ts'
import { type Columns, DataTable } from '../ui/list/data-table.tsx'
import { pageSize } from '../ui/list/list-params.ts'
import { Tag, StatusTag } from '../ui/tag.tsx'
import { Time } from '../ui/list/time.tsx'
import { text } from './subject-text.ts'
import './subject.css'

const words = text.rights

interface Props {
  type: SubjectType
  id: string
  name: string
}

/** The direct grants of a subject; they are changed on a page of their own. */
export function SubjectRights({ type, id, name }: Props) {
  const [paging, setPaging] = useState({ current: 1, size: pageSize() })
  const rows = useCall(authorize.page, { query: { targetType: type, targetId: id, ...paging }, keepPrevious: true })
  const place = `/authorize/index?type=${type}&searchKey=${encodeURIComponent(name)}`
  const manage = <Link to={place}>{words.manage}</Link>
  return (
    <>
      <p className="subject-rights-head">
        {words.hint} {manage}
      </p>
      <DataTable<Authorization>
        label={words.label(name)}
        of={rows}
        columns={columnsOf(place)}
        paging={paging}
        onPage={patch => setPaging({ ...paging, ...patch })}
        rowName={row => row.appName}
        empty={{ title: words.none, hint: words.noneHint, action: manage }}
      />
    </>
  )
}

/** A scrolling region must contain something focusable: every application links to its grant. */
const columnsOf = (place: string): Columns<Authorization> => [
  {
    key: 'app',
    title: words.app,
    fixed: 'start',
    width: 140,
    render: (_, row) => <Link to={`${place}&appId=${row.appId}`}>{row.appName}</Link>,
  },
  {
    key: 'roles',
    title: words.roles,
    width: 140,
    render: (_, { roleNames }) => (roleNames.length === 0 ? words.noRoles : roleNames.map(role => <Tag key={role}>{role}</Tag>)),
  },
  {
    key: 'endTime',
    title: words.endTime,
    width: 160,
    render: (_, row) =>
      row.isOver ? <StatusTag tone="plain">{words.over}</StatusTag> : row.endTime ? <Time at={row.endTime} /> : words.forever,
  },
  { key: 'grantedBy', title: words.grantedBy, dataIndex: 'grantedBy', width: 96 },
  { key: 'createTime', title: words.createTime, width: 160, render: (_, row) => <Time at={row.createTime} /> },
]
