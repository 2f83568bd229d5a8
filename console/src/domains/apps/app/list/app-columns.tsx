import type { App } from '@hufu/contract/apps/app'
import { Link } from 'react-router'
import { type Columns, toolColumn } from '../../../../ui/list/data-table.tsx'
import { RowTools, type Tool } from '../../../../ui/list/row-tools.tsx'
import { CopyButton } from '../../../../ui/states.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { Time } from '../../../../ui/list/time.tsx'
import { statusColumn } from '../../../../ui/list/status-column.tsx'
import { AppLogo } from '../../../../pickers/app-logo.tsx'
import { detailOf } from '../app-tools.ts'
import { text } from '../text.ts'

const words = text.columns

export function columnsOf(toolsOf: (row: App) => readonly (Tool | false)[]): Columns<App> {
  return [
    {
      key: 'name',
      title: words.name,
      fixed: 'start',
      width: 200,
      render: (_, row) => <Name row={row} isEditor={toolsOf(row)[0] !== false} />,
    },
    {
      key: 'code',
      title: words.code,
      width: 144,
      render: (_, { code }) => (
        <code className="app-code" title={code}>
          {code}
        </code>
      ),
    },
    {
      key: 'protocol',
      title: words.protocol,
      width: 88,
      render: (_, { protocol }) => <Tag tone="info">{text.protocolBriefs[protocol]}</Tag>,
    },
    statusColumn(words.status),
    { key: 'group', spare: true, title: words.group, width: 112, render: (_, { appGroupName }) => appGroupName },
    { key: 'grants', title: words.grants, width: 96, render: (_, { grantCount }) => text.grants(grantCount) },
    {
      key: 'clientId',
      spare: true,
      title: words.clientId,
      width: 148,
      render: (_, { clientId }) => (
        <span className="app-client">
          <code title={clientId}>{clientId}</code>
          <CopyButton value={clientId} />
        </span>
      ),
    },
    { key: 'sortNum', spare: true, title: words.sortNum, width: 76, align: 'right', render: (_, { sortNum }) => sortNum },
    { key: 'updateTime', spare: true, title: words.updateTime, width: 168, render: (_, row) => <Time at={row.updateTime} /> },
    toolColumn<App>(row => <RowTools name={row.name} tools={toolsOf(row)} />),
  ]
}

function Name({ row, isEditor }: { row: App; isEditor: boolean }) {
  return (
    <span className="app-cell" title={row.remark ? `${row.name} · ${row.remark}` : row.name}>
      <AppLogo of={row} />
      {isEditor ? <Link to={detailOf(row.id)}>{row.name}</Link> : <span>{row.name}</span>}
    </span>
  )
}
