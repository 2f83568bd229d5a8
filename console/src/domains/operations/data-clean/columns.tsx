import { type CleanRule, dataClean, isKeptByLaw } from '@hufu/contract/operations/data-clean'
import { isOn } from '../../../platform/flag.ts'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { EventTime } from '../../../ui/list/time.tsx'
import { Tag, StatusTag } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const words = text.columns

interface ColumnOptions {
  onEdit: (row: CleanRule) => void
  onClean: (row: CleanRule) => void
}

export const columnsOf = ({ onEdit, onClean }: ColumnOptions): Columns<CleanRule> => [
  { key: 'name', title: words.name, dataIndex: 'name', width: 160 },
  {
    key: 'keepDays',
    title: words.keepDays,
    width: 200,
    render: (_, row) => (
      <>
        {text.days(row.keepDays)} {isKeptByLaw(row.id, row.keepDays) && <Tag tone="warn">{text.short}</Tag>}
      </>
    ),
  },
  {
    key: 'status',
    title: words.status,
    width: 104,
    render: (_, row) => <StatusTag tone={isOn(row.status) ? 'good' : 'plain'}>{isOn(row.status) ? text.on : text.off}</StatusTag>,
  },
  { key: 'lastTime', title: words.lastTime, width: 176, render: (_, row) => (row.lastTime ? <EventTime at={row.lastTime} /> : text.never) },
  { key: 'lastCount', title: words.lastCount, width: 128, align: 'right', dataIndex: 'lastCount' },
  toolColumn<CleanRule>(
    row => (
      <RowTools
        name={row.name}
        tools={[
          { label: text.edit, call: dataClean.update, onClick: () => onEdit(row) },
          { label: text.clean, call: dataClean.execute, danger: true, onClick: () => onClean(row) },
        ]}
      />
    ),
    168,
  ),
]
