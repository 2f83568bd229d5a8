import type { DelegatedAdmin, DelegatedAdminOfOrg } from '@hufu/contract/permission/delegated-admin'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { DelegationState, Period } from './delegation-state.tsx'
import { type DelegationActions, toolsOf } from './delegation-tools.ts'
import { text } from './text.ts'

const words = text.columns

/** Who administers what, within which scope, and who delegated it. */
export function columnsOf<T extends DelegatedAdmin | DelegatedAdminOfOrg>(actions: DelegationActions): Columns<T> {
  return [
    { key: 'realName', title: words.realName, fixed: 'start', width: 96, render: (_, row) => <Name row={row} own={actions.own} /> },
    { key: 'orgName', title: words.orgName, width: 124, render: (_, row) => <DelegationScope of={row} /> },
    { key: 'state', title: words.state, width: 96, render: (_, row) => <DelegationState of={row} /> },
    { key: 'nodes', title: words.nodes, width: 80, render: (_, row) => <Nodes of={row} /> },
    { key: 'handOn', title: words.redelegable, width: 80, render: (_, row) => (row.hasHandOn ? text.yes : text.no) },
    { key: 'period', title: words.period, width: 124, render: (_, row) => <Period of={row} /> },
    { key: 'grantedBy', title: words.grantedBy, width: 104, render: (_, row) => <GrantedBy of={row} /> },
    { key: 'below', title: words.below, width: 64, align: 'right', render: (_, row) => row.belowCount > 0 && text.below(row.belowCount) },
    toolColumn<T>(row => <RowTools name={row.realName} tools={toolsOf(row, actions)} />),
  ]
}

function DelegationScope({ of: { orgName, hasIncludeChild } }: { of: DelegatedAdmin }) {
  return (
    <>
      {orgName}
      <span className="grade-more">{hasIncludeChild ? text.whole : text.flat}</span>
    </>
  )
}

function Nodes({ of: { menuCount, buttonCount } }: { of: DelegatedAdmin }) {
  return (
    <>
      {text.menus(menuCount)}
      <span className="grade-more">{text.buttons(buttonCount)}</span>
    </>
  )
}

/** Who created the delegation, and from whose delegation it derives. */
function GrantedBy({ of: { grantedByName, sourceName } }: { of: DelegatedAdmin }) {
  return (
    <>
      {grantedByName}
      {sourceName !== null && (
        <span className="grade-more">{sourceName === grantedByName ? text.handedOn : text.handedOnFrom(sourceName)}</span>
      )}
    </>
  )
}

function Name({ row, own }: { row: DelegatedAdmin | DelegatedAdminOfOrg; own: string }) {
  return (
    <span className="grade-name" title={row.userName}>
      {row.realName}
      {row.userId === own && <Tag>{text.self}</Tag>}
      {'inherited' in row && row.inherited && <Tag tone="info">{text.inherited}</Tag>}
    </span>
  )
}
