import { type ConfigChange, security } from '@hufu/contract/operations/security'
import { useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { shippedName } from '../shipped-names.ts'
import { type Columns, DataTable } from '../../../ui/list/data-table.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { text } from './text.ts'
import { valueText } from './value-text.ts'
import './config.css'

const words = text.changes
export interface ChangesFilter {
  groupName?: string
  configKey?: string
}

/** Changes of a group of settings, or of one. Secrets are shown as changed, without values. */
export default function ChangesDialog({ query, onClose }: { query: ChangesFilter; onClose: () => void }) {
  const [paging, setPaging] = useState({ current: 1, size: pageSize() })
  const { data, ...call } = useCall(security.changes, { query: { ...query, ...paging }, keepPrevious: true })
  const named = (row: ConfigChange) => ({ ...row, configName: shippedName(row.configName) })
  const rows = { ...call, data: data && { ...data, records: data.records.map(named) } }
  return (
    <Dialog title={words.title} wide onClose={onClose}>
      <DataTable<ConfigChange>
        label={words.list}
        of={rows}
        columns={columnsOf(data?.names)}
        paging={paging}
        onPage={setPaging}
        rowName={row => row.configName}
        empty={{ title: words.none }}
      />
    </Dialog>
  )
}

type Names = Readonly<Record<string, string>> | undefined
function valueOf({ configKey: key, valueType: type }: ConfigChange, value: string | null, names: Names) {
  return value === null ? words.secret : <div className="config-value">{valueText({ key, type, value, names })}</div>
}

const columnsOf = (names: Names): Columns<ConfigChange> => [
  { key: 'createTime', title: words.time, dataIndex: 'createTime', kind: 'happened', width: 144 },
  { key: 'configName', title: words.name, dataIndex: 'configName', width: 136 },
  { key: 'before', title: words.before, width: 152, render: (_, row) => valueOf(row, row.before, names) },
  { key: 'after', title: words.after, width: 152, render: (_, row) => valueOf(row, row.after, names) },
  { key: 'who', title: words.who, width: 96, render: (_, row) => row.realName ?? words.system },
]
