import { HolderOutlined } from '@ant-design/icons'
import { type PositionAttribute, positionAttribute } from '@hufu/contract/directory/position-attribute'
import { Link } from 'react-router'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { switchColumn } from '../../../ui/list/status-column.tsx'
import type { FaceOf } from './faces.ts'
import { text } from './text.ts'

const words = text.columns

interface ColumnOptions {
  face: FaceOf
  isSortable: boolean
  onEdit: (row: PositionAttribute) => void
  setStatus: (row: PositionAttribute, status: 0 | 1) => void
  remove: (row: PositionAttribute) => void
}

export const columnsOf = ({ face, isSortable, onEdit, setStatus, remove }: ColumnOptions): Columns<PositionAttribute> => [
  ...(isSortable ? [{ key: 'drag', width: 32, render: (_: unknown, row: PositionAttribute) => <Grip row={row} /> }] : []),
  { key: 'name', title: words.name, dataIndex: 'name', width: 170 },
  { key: 'code', title: words.code, width: 110, render: (_, row) => <code>{row.code}</code> },
  {
    key: 'userCount',
    title: words.userCount,
    width: 92,
    align: 'right',
    render: (_, row) =>
      row.userCount > 0 ? <Link to={`/organiz/index?hasIncludeChild=true&${face.filter}=${row.id}`}>{row.userCount}</Link> : 0,
  },
  { key: 'sortNum', title: words.sortNum, dataIndex: 'sortNum', width: 64, align: 'right' },
  switchColumn({
    title: words.status,
    width: 72,
    call: positionAttribute[face.kind].setStatus,
    label: row => text.statusOf(row.name),
    onChange: setStatus,
  }),
  {
    key: 'remark',
    title: words.remark,
    width: 200,
    render: (_, row) => (
      <span className="standing-remark" title={row.remark ?? ''}>
        {row.remark}
      </span>
    ),
  },
  toolColumn<PositionAttribute>(
    row => (
      <RowTools
        name={row.name}
        tools={[
          { label: text.edit, call: positionAttribute[face.kind].update, onClick: () => onEdit(row) },
          {
            label: text.remove,
            call: positionAttribute[face.kind].remove,
            danger: true,
            disabledBecause: row.userCount > 0 ? text.inUse(row.userCount) : undefined,
            onClick: () => remove(row),
          },
        ]}
      />
    ),
    120,
  ),
]

/** The handle for dragging; without a mouse, the number in the form does the same. */
function Grip({ row }: { row: PositionAttribute }) {
  return (
    <span className="grip" draggable data-grip={row.id} aria-hidden="true" title={text.dragHint}>
      <HolderOutlined />
    </span>
  )
}
