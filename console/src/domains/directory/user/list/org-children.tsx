import { type Org, org } from '@hufu/contract/directory/org'
import { Button } from 'antd'
import { useCall } from '../../../../platform/calls.ts'
import { type Columns, DataTable } from '../../../../ui/list/data-table.tsx'
import { StatusTag } from '../../../../ui/tag.tsx'
import { text as orgText } from './org-text.ts'
import { text } from '../text.ts'
import type { Place } from '../dialogs/transfer-dialog.tsx'

interface Props {
  place: Place
  paging: { current: number; size: number }
  onPage: (paging: { current: number; size: number }) => void
  onEnter: (id: string) => void
}

/** The organisations directly below; each leads to its users. */
export function OrgChildren({ place, paging, onPage, onEnter }: Props) {
  const rows = useCall(org.page, { query: { ...paging, parentId: place.id }, keepPrevious: true })
  return (
    <DataTable<Org>
      key={place.id}
      label={orgText.list(place.name)}
      of={rows}
      columns={columnsOf(onEnter)}
      paging={paging}
      onPage={onPage}
      rowName={row => row.name}
      empty={{ title: orgText.none }}
    />
  )
}

const columnsOf = (onEnter: (id: string) => void): Columns<Org> => [
  {
    key: 'name',
    title: orgText.name,
    width: 200,
    render: (_, row) => (
      <Button type="link" className="cell-link" onClick={() => onEnter(row.id)}>
        {row.name}
      </Button>
    ),
  },
  { key: 'code', title: orgText.code, width: 140, render: (_, row) => <code>{row.code}</code> },
  { key: 'orgType', title: orgText.orgType, dataIndex: 'orgTypeName', width: 100 },
  { key: 'userCount', title: orgText.people, dataIndex: 'userCount', width: 88, align: 'right' },
  { key: 'leader', title: orgText.leader, dataIndex: 'leader', width: 100 },
  {
    key: 'status',
    title: orgText.status,
    width: 96,
    render: (_, row) => <StatusTag tone={row.status === 1 ? 'good' : 'plain'}>{row.status === 1 ? text.enabled : text.disabled}</StatusTag>,
  },
]
