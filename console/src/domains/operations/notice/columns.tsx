import { file } from '@hufu/contract/operations/file'
import { keptNotice, type Notice } from '@hufu/contract/operations/kept-notice'
import { InputNumber } from 'antd'
import { useState } from 'react'
import { addressOf } from '../../../platform/client.ts'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowGrip } from '../../../ui/list/row-grip.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { switchColumn } from '../../../ui/list/status-column.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { sizeText } from '../file/size-text.ts'
import { text } from './text.ts'

const words = text.columns

interface ColumnOptions {
  isSortable: boolean
  onMove: (row: Notice, step: -1 | 1) => void
  onEdit: (row: Notice) => void
  setStatus: (row: Notice, status: 0 | 1) => void
  setSortNum: (row: Notice, sortNum: number) => Promise<void>
  remove: (row: Notice) => void
}

export const columnsOf = ({ isSortable, onMove, onEdit, setStatus, setSortNum, remove }: ColumnOptions): Columns<Notice> => [
  ...(isSortable
    ? [
        {
          key: 'drag',
          width: 40,
          render: (_: unknown, row: Notice) => <RowGrip id={row.id} name={row.title} onMove={step => onMove(row, step)} />,
        },
      ]
    : []),
  { key: 'title', title: words.title, dataIndex: 'title', fixed: 'start' },
  { key: 'fileName', title: words.fileName, width: 128, render: (_, row) => <FileLink row={row} /> },
  { key: 'fileSize', title: words.fileSize, width: 72, align: 'right', render: (_, row) => sizeText(row.fileSize) },
  {
    key: 'sortNum',
    title: words.sortNum,
    width: 88,
    render: (_, row) => <SortNum key={row.version} row={row} onSort={to => void setSortNum(row, to)} />,
  },
  switchColumn({ title: words.status, width: 72, call: keptNotice.setStatus, label: row => text.statusOf(row.title), onChange: setStatus }),
  { key: 'createName', spare: true, title: words.createName, dataIndex: 'createName', width: 84 },
  { key: 'createTime', title: words.createTime, width: 160, render: (_, row) => <Time at={row.createTime} /> },
  toolColumn<Notice>(
    row => (
      <RowTools
        name={row.title}
        tools={[
          { label: text.edit, call: keptNotice.save, onClick: () => onEdit(row) },
          { label: text.remove, call: keptNotice.remove, danger: true, onClick: () => remove(row) },
        ]}
      />
    ),
    120,
  ),
]

function FileLink({ row: { fileId, fileName } }: { row: Notice }) {
  return (
    <a href={addressOf(file.download, { fileId })} download title={fileName}>
      {fileName}
    </a>
  )
}

/** Saved when the field is left or Enter is pressed. */
function SortNum({ row, onSort }: { row: Notice; onSort: (sortNum: number) => void }) {
  const [typed, setTyped] = useState<number | null>(row.sortNum)
  const settle = () => {
    if (typed === null) setTyped(row.sortNum)
    else if (typed !== row.sortNum) onSort(typed)
  }
  return (
    <InputNumber
      size="small"
      style={{ width: '100%' }}
      min={1}
      max={999999}
      precision={0}
      controls={false}
      aria-label={text.sortOf(row.title)}
      value={typed}
      onChange={setTyped}
      onBlur={settle}
      onPressEnter={event => (event.target as HTMLInputElement).blur()}
    />
  )
}
