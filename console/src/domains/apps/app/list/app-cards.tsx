import type { App } from '@hufu/contract/apps/app'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { rememberList } from '../../../../ui/list/last-list.ts'
import { Pager } from '../../../../ui/list/pager.tsx'
import { RowTools, type Tool } from '../../../../ui/list/row-tools.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { AppLogo } from '../../../../pickers/app-logo.tsx'
import { EnabledTag } from '../../../../ui/enabled-tag.tsx'
import { detailOf } from '../app-tools.ts'
import { text } from '../text.ts'

interface Props {
  of: { records: readonly App[]; total: number }
  paging: { current: number; size: number }
  onPage: (paging: { current: number; size: number }) => void
  toolsOf: (row: App) => readonly (Tool | false)[]
}

/** Applications as cards with picture and name. */
export function AppCards({ of: { records, total }, paging, onPage, toolsOf }: Props) {
  useEffect(() => rememberList(records), [records])
  return (
    <>
      <ul className="app-cards" aria-label={text.list}>
        {records.map(row => (
          <li key={row.id} className="app-card" data-off={row.status === 0 || undefined}>
            <AppCard row={row} tools={toolsOf(row)} />
          </li>
        ))}
      </ul>
      <Pager paging={paging} total={total} onPage={onPage} />
    </>
  )
}

function AppCard({ row, tools }: { row: App; tools: readonly (Tool | false)[] }) {
  const isEditor = tools[0] !== false
  return (
    <>
      <div className="app-head">
        <AppLogo of={row} />
        <div className="app-names">
          <h2 title={row.name}>{isEditor ? <Link to={detailOf(row.id)}>{row.name}</Link> : row.name}</h2>
          <code title={row.code}>{row.code}</code>
        </div>
        <EnabledTag status={row.status} />
      </div>
      <p className="app-remark">{row.remark}</p>
      <p className="app-facts">
        <Tag tone="info">{text.protocolBriefs[row.protocol]}</Tag>
        <Tag>{row.appGroupName}</Tag>
        <span className="app-grants">{text.grants(row.grantCount)}</span>
      </p>
      <div className="app-tools">
        <RowTools name={row.name} tools={tools} />
      </div>
    </>
  )
}
