import type { Sms } from '@hufu/contract/messages/sms'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { Tag, StatusTag, type Tone } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const words = text.columns
export const WAITING = 2
const tones: Readonly<Record<number, Tone>> = { 1: 'good', 0: 'bad', [WAITING]: 'info' }

export const Result = ({ of: { result } }: { of: Pick<Sms, 'result'> }) => (
  <StatusTag tone={tones[result] ?? 'plain'}>{text.results[result]}</StatusTag>
)

export const columnsOf = (onDetail: (row: Sms) => void): Columns<Sms> => [
  { key: 'createTime', title: words.createTime, dataIndex: 'createTime', kind: 'happened', fixed: 'start', width: 144 },
  { key: 'telephone', title: words.telephone, dataIndex: 'telephone', width: 116 },
  { key: 'user', title: words.user, width: 168, render: (_, row) => <Person of={row} /> },
  { key: 'type', title: words.type, width: 112, render: (_, row) => <Tag>{text.types[row.type]}</Tag> },
  { key: 'gateway', spare: true, title: words.gateway, width: 92, render: (_, row) => text.gateways[row.gateway] ?? row.gateway },
  { key: 'result', title: words.result, width: 112, render: (_, row) => <Result of={row} /> },
  {
    key: 'message',
    title: words.message,
    dataIndex: 'message',
  },
  toolColumn<Sms>(row => <RowTools name={row.telephone} tools={[{ label: text.detail, onClick: () => onDetail(row) }]} />, 72),
]

function Person({ of: { realName, userName } }: { of: Sms }) {
  if (userName === null) return <span className="sms-nobody">{text.nobody}</span>
  return (
    <>
      {realName} <span className="sms-account">{userName}</span>
    </>
  )
}
