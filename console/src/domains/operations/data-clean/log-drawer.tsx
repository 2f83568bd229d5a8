import { type CleanLog, type CleanObject, type CleanRule, dataClean } from '@hufu/contract/operations/data-clean'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { shippedName } from '../shipped-names.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { type Columns, DataTable } from '../../../ui/list/data-table.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { Time } from '../../../ui/list/time.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { text } from './text.ts'

const WIDTH = 860
const words = text.log

/** What was removed, by whom, and up to which time. */
export default function LogDrawer({ rules, onClose }: { rules: readonly CleanRule[]; onClose: () => void }) {
  const [paging, setPaging] = useState({ current: 1, size: pageSize() })
  const [objectType, setObjectType] = useState('')
  const query = { ...paging, objectType: objectType === '' ? undefined : (objectType as CleanObject) }
  const rows = useCall(dataClean.pageLog, { query, keepPrevious: true })
  const narrow = (value: string) => {
    setObjectType(value)
    setPaging({ ...paging, current: 1 })
  }
  return (
    <Drawer open size={WIDTH} title={words.title} onClose={onClose} closable={{ 'aria-label': uiText.dialog.close }}>
      <div className="toolbar">
        <SelectField
          className="clean-object"
          aria-label={words.object}
          value={objectType}
          options={[{ value: '', label: text.any }, ...rules.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={narrow}
        />
      </div>
      <DataTable<CleanLog>
        label={words.list}
        of={rows}
        columns={columns}
        paging={paging}
        onPage={setPaging}
        rowName={row => shippedName(row.name)}
        empty={{ title: words.none }}
        onClearFilters={objectType === '' ? undefined : () => narrow('')}
      />
    </Drawer>
  )
}

const columns: Columns<CleanLog> = [
  { key: 'createTime', title: words.columns.createTime, dataIndex: 'createTime', kind: 'happened', width: 144 },
  { key: 'name', title: words.columns.name, width: 112, render: (_, row) => shippedName(row.name) },
  { key: 'count', title: words.columns.count, dataIndex: 'count', width: 96, align: 'right' },
  { key: 'beforeTime', title: words.columns.beforeTime, width: 168, render: (_, row) => <Time at={row.beforeTime} /> },
  { key: 'userName', title: words.columns.userName, width: 120, render: (_, row) => row.userName ?? words.system },
  {
    key: 'result',
    title: words.columns.result,
    width: 96,
    render: (_, row) => <StatusTag tone={row.result === 1 ? 'good' : 'warn'}>{row.result === 1 ? words.done : words.open}</StatusTag>,
  },
]
