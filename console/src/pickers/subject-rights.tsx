import type { SubjectType } from '@hufu/contract/access'
import { type Authorization, authorize } from '@hufu/contract/authorize'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../kernel/calls.ts'
import { type Columns, DataTable } from '../parts/data-table.tsx'
import { pageSize } from '../parts/list-params.ts'
import { Chip, StatusTag } from '../parts/status-tag.tsx'
import { Time } from '../parts/time.tsx'
import { text } from './subject-text.ts'

const words = text.rights

interface Props {
  type: SubjectType
  id: string
  name: string
}

/** Which applications and roles somebody or something was given directly; they are given and taken back on a page of their own. */
export function SubjectRights({ type, id, name }: Props) {
  const [paging, setPaging] = useState({ current: 1, size: pageSize() })
  const rows = useCall(authorize.page, { query: { targetType: type, targetId: id, ...paging }, keepPrevious: true })
  const manage = <Link to={`/authorize/index?type=${type}&searchKey=${encodeURIComponent(name)}`}>{words.manage}</Link>
  return (
    <>
      <p className="subject-rights-head">
        {words.hint} {manage}
      </p>
      <DataTable<Authorization>
        label={words.label(name)}
        of={rows}
        columns={columns}
        paging={paging}
        onPage={patch => setPaging({ ...paging, ...patch })}
        rowName={row => row.appName}
        empty={{ title: words.none, hint: words.noneHint, action: manage }}
      />
    </>
  )
}

const columns: Columns<Authorization> = [
  { key: 'app', title: words.app, dataIndex: 'appName', fixed: 'start', width: 180, ellipsis: true },
  {
    key: 'roles',
    title: words.roles,
    width: 240,
    render: (_, { roleNames }) => (roleNames.length === 0 ? words.noRoles : roleNames.map(role => <Chip key={role}>{role}</Chip>)),
  },
  {
    key: 'endTime',
    title: words.endTime,
    width: 160,
    render: (_, row) =>
      row.isOver ? <StatusTag tone="plain">{words.over}</StatusTag> : row.endTime ? <Time at={row.endTime} /> : words.forever,
  },
  { key: 'grantedBy', title: words.grantedBy, dataIndex: 'grantedBy', width: 112, ellipsis: true },
  { key: 'createTime', title: words.createTime, width: 160, render: (_, row) => <Time at={row.createTime} /> },
]
