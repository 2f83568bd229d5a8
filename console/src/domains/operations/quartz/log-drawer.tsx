import { quartz, type Quartz, type QuartzLog, type QuartzResult } from '@hufu/contract/operations/quartz'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { shippedName } from '../shipped-names.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { type Columns, DataTable } from '../../../ui/list/data-table.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { StatusTag, type Tone } from '../../../ui/tag.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { Time } from '../../../ui/list/time.tsx'
import { text } from './text.ts'

const WIDTH = 860
const words = text.log

/** Every run and every skipped time of a job. */
export default function LogDrawer({ job, onClose }: { job: Quartz; onClose: () => void }) {
  const [paging, setPaging] = useState({ current: 1, size: pageSize() })
  const [result, setResult] = useState('')
  const query = { ...paging, quartzId: job.id, result: result === '' ? undefined : (Number(result) as 0 | 1 | 2) }
  const rows = useCall(quartz.pageLog, { query, keepPrevious: true })
  return (
    <Drawer open size={WIDTH} title={words.title(shippedName(job.name))} onClose={onClose} closable={{ 'aria-label': uiText.dialog.close }}>
      <div className="toolbar">
        <SelectField
          className="quartz-results"
          aria-label={words.result}
          value={result}
          options={results}
          onChange={value => {
            setResult(value)
            setPaging({ ...paging, current: 1 })
          }}
        />
      </div>
      <DataTable<QuartzLog>
        label={words.list}
        of={rows}
        columns={columns}
        paging={paging}
        onPage={setPaging}
        rowName={row => row.beginTime}
        empty={{ title: words.none }}
        onClearFilters={result === '' ? undefined : () => setResult('')}
      />
    </Drawer>
  )
}

const results = [
  { value: '', label: text.any },
  ...[1, 0, 2].map(value => ({ value: String(value), label: text.results[value as 0 | 1 | 2] })),
]

const columns: Columns<QuartzLog> = [
  { key: 'beginTime', title: words.columns.beginTime, dataIndex: 'beginTime', kind: 'happened', width: 144 },
  { key: 'endTime', title: words.columns.endTime, width: 168, render: (_, row) => <Time at={row.endTime} /> },
  {
    key: 'result',
    title: words.columns.result,
    width: 80,
    render: (_, row) => (row.result === null ? <StatusTag tone="info">{words.running}</StatusTag> : <Result of={row.result} />),
  },
  { key: 'message', title: words.columns.message, dataIndex: 'message' },
  {
    key: 'trigger',
    title: words.columns.trigger,
    width: 144,
    render: (_, row) => (row.trigger === 'clock' ? words.triggers.clock : words.byHand(row.userName)),
  },
  { key: 'node', title: words.columns.node, dataIndex: 'node', width: 112 },
]

const tones: Readonly<Record<QuartzResult, Tone>> = { 0: 'bad', 1: 'good', 2: 'warn' }

const Result = ({ of }: { of: QuartzResult }) => <StatusTag tone={tones[of]}>{text.results[of]}</StatusTag>
