import { org, type Org } from '@hufu/contract/directory/org'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { type Columns, DataTable } from '../../../ui/list/data-table.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { statusColumn } from '../../../ui/list/status-column.tsx'
import { text } from './text.ts'

/** The organisations directly below; each links to its own page, which links back. */
export function OrgChildren({ parent }: { parent: Org }) {
  const [paging, setPaging] = useState({ current: 1, size: pageSize() })
  const [search] = useSearchParams()
  const rows = useCall(org.page, { query: { ...paging, parentId: parent.id }, keepPrevious: true })
  const addressOf = (id: string) => {
    const address = new URLSearchParams(search)
    address.set('id', id)
    return `/organiz/orgDetail?${address.toString()}`
  }
  return (
    <DataTable<Org>
      label={text.list.label(parent.name)}
      of={rows}
      columns={columnsOf(addressOf)}
      paging={paging}
      onPage={setPaging}
      rowName={row => row.name}
      empty={{ title: text.detail.noChildren }}
    />
  )
}

const columnsOf = (addressOf: (id: string) => string): Columns<Org> => [
  {
    key: 'name',
    title: text.columns.name,
    width: 240,
    render: (_, row) => (
      <Link className="org-link" to={addressOf(row.id)}>
        {row.name}
      </Link>
    ),
  },
  { key: 'code', title: text.columns.code, width: 160, render: (_, { code }) => <code>{code}</code> },
  { key: 'people', title: text.columns.people, dataIndex: 'userCount', width: 88, align: 'right' },
  { key: 'leader', title: text.columns.leader, dataIndex: 'leader', width: 120 },
  statusColumn(text.columns.status),
  { key: 'sortNum', title: text.columns.sortNum, dataIndex: 'sortNum', width: 88, align: 'right' },
]
