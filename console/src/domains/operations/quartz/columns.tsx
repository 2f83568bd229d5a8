import { quartz, type Quartz } from '@hufu/contract/operations/quartz'
import { useEffect, useState } from 'react'
import { isOn } from '../../../platform/flag.ts'
import { shippedName } from '../shipped-names.ts'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { switchColumn } from '../../../ui/list/status-column.tsx'
import { EventTime, Time } from '../../../ui/list/time.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const words = text.columns

interface ColumnOptions {
  types: readonly { value: string; label: string }[]
  onEdit: (row: Quartz) => void
  onLogs: (row: Quartz) => void
  onRun: (row: Quartz) => void
  onRemove: (row: Quartz) => void
  onStatus: (row: Quartz, status: 0 | 1) => void
}

export const columnsOf = ({ types, onEdit, onLogs, onRun, onRemove, onStatus }: ColumnOptions): Columns<Quartz> => [
  { key: 'name', title: words.name, fixed: 'start', width: 248, render: (_, row) => <Name row={row} types={types} /> },
  { key: 'cron', title: words.cron, width: 136, render: (_, row) => <code className="quartz-cron">{row.cron}</code> },
  { key: 'nextTime', title: words.nextTime, width: 160, render: (_, row) => <Next row={row} /> },
  { key: 'lastTime', title: words.lastTime, width: 160, render: (_, row) => <Last row={row} /> },
  switchColumn({
    title: words.status,
    width: 64,
    call: quartz.setStatus,
    label: row => text.statusOf(shippedName(row.name)),
    onChange: onStatus,
  }),
  toolColumn<Quartz>(
    row => (
      <RowTools
        name={shippedName(row.name)}
        tools={[
          { label: text.run, call: quartz.run, onClick: () => onRun(row), disabledBecause: row.running ? text.keptRunning : undefined },
          { label: text.logs, onClick: () => onLogs(row) },
          { label: text.edit, call: quartz.update, onClick: () => onEdit(row) },
          {
            label: text.remove,
            call: quartz.remove,
            danger: true,
            onClick: () => onRemove(row),
            disabledBecause: isOn(row.builtIn) ? text.keptBuiltIn : row.running ? text.keptRunning : undefined,
          },
        ]}
      />
    ),
    192,
  ),
]

/** Whether it is shipped, and what it does where its name does not say so. */
function Name({ row, types }: { row: Quartz; types: ColumnOptions['types'] }) {
  const name = shippedName(row.name)
  const type = types.find(({ value }) => value === row.jobCode)?.label ?? row.jobCode
  const about = [...(isOn(row.builtIn) ? [text.builtIn] : []), ...(type !== name ? [type] : [])]
  return (
    <span className="quartz-pair" title={row.remark ?? undefined}>
      <span>{name}</span>
      {about.length > 0 && <span className="quartz-until">{about.join(' · ')}</span>}
    </span>
  )
}

function Last({ row }: { row: Quartz }) {
  if (row.lastTime === null && !row.running) return text.neverRun
  return (
    <span className="quartz-pair">
      {row.running ? <StatusTag tone="info">{text.running}</StatusTag> : <EventTime at={row.lastTime} />}
      <Recent of={row.recent} />
    </span>
  )
}

const SECOND = 1000
/** The next time, and how long until then. */
function Next({ row }: { row: Quartz }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  if (row.nextTime === null) return <StatusTag tone="plain">{text.paused}</StatusTag>
  const seconds = Math.floor((Date.parse(`${row.nextTime.replace(' ', 'T')}+08:00`) - now) / SECOND)
  return (
    <span className="quartz-pair">
      <Time at={row.nextTime} />
      <span className="quartz-until">
        {seconds < 1
          ? text.soon
          : text.remaining(Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60)}
      </span>
    </span>
  )
}

const STEP = 6
const HEIGHTS = { 0: 10, 1: 10, 2: 5 }

/** The last twenty runs as bars, the newest at the right; skipped ones are half as high. */
function Recent({ of }: { of: Quartz['recent'] }) {
  if (of.length === 0) return null
  const count = (result: number) => of.filter(each => each === result).length
  const sentence = text.recentOf(count(1), count(0), count(2))
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot hold what is drawn here
    <svg className="quartz-bars" role="img" aria-label={sentence} width={of.length * STEP} height={HEIGHTS[1]}>
      <title>{sentence}</title>
      {of.toReversed().map((result, n) => (
        <rect key={n} data-result={result} x={n * STEP} y={HEIGHTS[1] - HEIGHTS[result]} width={4} height={HEIGHTS[result]} rx={2} />
      ))}
    </svg>
  )
}
