import { dict, type DictItem } from '@hufu/contract/operations/dict'
import { isOn } from '../../../platform/flag.ts'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowGrip } from '../../../ui/list/row-grip.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { StatusSwitch } from '../../../ui/status-switch.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { text } from './text.ts'
import { language } from '../../../platform/language.ts'

const words = text.columns

interface ColumnOptions {
  isSortable: boolean
  onEdit: (row: DictItem) => void
  onMove: (row: DictItem, step: -1 | 1) => void
  setStatus: (row: DictItem, status: 0 | 1) => void
  remove: (row: DictItem) => void
}

export const columnsOf = ({ isSortable, onEdit, onMove, setStatus, remove }: ColumnOptions): Columns<DictItem> => [
  ...(isSortable
    ? [
        {
          key: 'drag',
          width: 40,
          render: (_: unknown, row: DictItem) => <RowGrip id={row.id} name={row.name} onMove={step => onMove(row, step)} />,
        },
      ]
    : []),
  { key: 'name', title: words.name, dataIndex: 'name', width: 128 },
  { key: 'code', title: words.code, width: 112, render: (_, row) => <code>{row.code}</code> },
  { key: 'useCount', title: words.useCount, width: 72, align: 'right', render: (_, row) => row.useCount?.toLocaleString(language) ?? '—' },
  { key: 'sortNum', title: words.sortNum, dataIndex: 'sortNum', width: 64, align: 'right' },
  { key: 'status', title: words.status, width: 80, render: (_, row) => <Status row={row} setStatus={setStatus} /> },
  { key: 'remark', spare: true, title: words.remark, dataIndex: 'remark', width: 160 },
  toolColumn<DictItem>(
    row => (
      <RowTools
        name={row.name}
        tools={[
          { label: text.edit, call: dict.update, onClick: () => onEdit(row) },
          row.locked === 0 && {
            label: text.remove,
            call: dict.remove,
            danger: true,
            disabledBecause: row.useCount ? text.inUse(row.useCount) : undefined,
            onClick: () => remove(row),
          },
        ]}
      />
    ),
    120,
  ),
]

function Status({ row, setStatus }: Pick<ColumnOptions, 'setStatus'> & { row: DictItem }) {
  if (isOn(row.locked)) return <StatusTag tone="good">{text.enabled}</StatusTag>
  return (
    <StatusSwitch call={dict.setStatus} label={text.statusOf(row.name)} status={row.status} onChange={status => setStatus(row, status)} />
  )
}
