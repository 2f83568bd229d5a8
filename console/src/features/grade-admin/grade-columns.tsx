import type { GradeAdmin, GradeAdminOfOrg } from '@hufu/contract/grade-admin'
import { type Columns, toolColumn } from '../../parts/data-table.tsx'
import { RowTools } from '../../parts/row-tools.tsx'
import { Chip } from '../../parts/status-tag.tsx'
import { GradeState, Period } from './grade-state.tsx'
import { type GradeMeans, toolsOf } from './grade-tools.ts'
import { text } from './text.ts'

const words = text.columns

/** Who administers what, how far and from whom he has it. */
export function columnsOf<T extends GradeAdmin | GradeAdminOfOrg>(means: GradeMeans): Columns<T> {
  return [
    { key: 'realName', title: words.realName, fixed: 'start', width: 120, render: (_, row) => <Name row={row} own={means.own} /> },
    { key: 'orgName', title: words.orgName, width: 128, ellipsis: true, render: (_, row) => row.orgName },
    { key: 'state', title: words.state, width: 92, render: (_, row) => <GradeState of={row} /> },
    { key: 'reach', title: words.reach, width: 76, render: (_, row) => (row.hasIncludeChild ? text.whole : text.flat) },
    { key: 'nodes', title: words.nodes, width: 132, render: (_, row) => text.nodes(row.menuCount, row.buttonCount) },
    { key: 'handOn', title: words.handOn, width: 84, render: (_, row) => (row.hasHandOn ? text.yes : text.no) },
    { key: 'period', title: words.period, width: 136, render: (_, row) => <Period of={row} /> },
    { key: 'grantedBy', title: words.grantedBy, width: 92, ellipsis: true, render: (_, row) => row.grantedByName },
    { key: 'source', title: words.source, width: 92, ellipsis: true, render: (_, row) => row.sourceName },
    { key: 'below', title: words.below, width: 84, align: 'right', render: (_, row) => row.belowCount > 0 && text.below(row.belowCount) },
    toolColumn<T>(row => <RowTools name={row.realName} tools={toolsOf(row, means)} />),
  ]
}

function Name({ row, own }: { row: GradeAdmin | GradeAdminOfOrg; own: string }) {
  return (
    <span className="grade-name" title={row.userName}>
      {row.realName}
      {row.userId === own && <Chip>{text.self}</Chip>}
      {'inherited' in row && row.inherited && <Chip tone="info">{text.inherited}</Chip>}
    </span>
  )
}
