import { config, type Decryption } from '@hufu/contract/operations/config'
import { useState } from 'react'
import { useCall } from '../../../../platform/calls.ts'
import { shippedName } from '../../shipped-names.ts'
import { type Columns, DataTable } from '../../../../ui/list/data-table.tsx'
import { StatusTag } from '../../../../ui/tag.tsx'
import { text } from './text.ts'

const words = text.uses

/** All decryptions, by anybody. */
export function Uses() {
  const [paging, setPaging] = useState({ current: 1, size: 10 })
  const rows = useCall(config.pageDecryption, { query: paging, keepPrevious: true })
  return (
    <section className="decrypt-uses" aria-label={words.title}>
      <h2>{words.title}</h2>
      <DataTable<Decryption>
        label={words.list}
        of={rows}
        columns={columns}
        paging={paging}
        onPage={setPaging}
        rowName={row => row.createTime}
        empty={{ title: words.none }}
      />
    </section>
  )
}

const columns: Columns<Decryption> = [
  { key: 'createTime', title: words.columns.createTime, dataIndex: 'createTime', kind: 'happened', width: 144 },
  {
    key: 'who',
    title: words.columns.who,
    width: 160,
    render: (_, row) => (row.realName === null ? row.userName : words.whom(row.realName, row.userName)),
  },
  {
    key: 'kind',
    title: words.columns.kind,
    width: 200,
    render: (_, row) => (row.configName === null ? words.kinds[row.kind] : words.ofConfig(shippedName(row.configName))),
  },
  { key: 'reason', title: words.columns.reason, dataIndex: 'reason', width: 240 },
  {
    key: 'result',
    title: words.columns.result,
    width: 88,
    render: (_, row) => <StatusTag tone={row.result === 1 ? 'good' : 'bad'}>{row.result === 1 ? words.done : words.failed}</StatusTag>,
  },
  { key: 'ip', title: words.columns.ip, dataIndex: 'ip', width: 128 },
]
