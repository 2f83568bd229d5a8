import { delegatedAdmin, type DelegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { isOn } from '../../../platform/flag.ts'
import { useCall } from '../../../platform/calls.ts'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { chainOf, type Link } from './chain.ts'
import type { DelegationQuery } from './delegation-rows.tsx'
import { DelegationState, Period } from './delegation-state.tsx'
import { type DelegationActions, toolsOf } from './delegation-tools.ts'
import { text } from './text.ts'

const words = text.chain
/** The most rows a call returns. */
const SHOWN = 500

/** Who delegated to whom: each delegation is shown below the one it derives from. */
export function DelegationChain({ query, actions }: { query: DelegationQuery; actions: DelegationActions }) {
  const rows = useCall(delegatedAdmin.page, { query: { ...query, current: 1, size: SHOWN }, keepPrevious: true })
  return (
    <Loaded of={rows} lines={8}>
      {({ records, total }) =>
        total === 0 ? (
          <Empty title={text.noneAtAll} hint={text.noneAtAllHint} />
        ) : (
          <>
            <p className="chain-hint">{total > records.length ? words.cut(records.length, total) : words.hint}</p>
            <Links of={chainOf(records)} actions={actions} label={words.label} />
          </>
        )
      }
    </Loaded>
  )
}

function Links({ of, actions, label }: { of: readonly Link[]; actions: DelegationActions; label?: string }) {
  return (
    <ul className="chain" aria-label={label}>
      {of.map(link => (
        <li key={link.row.id}>
          <Grant of={link} actions={actions} />
          {link.below.length > 0 && <Links of={link.below} actions={actions} />}
        </li>
      ))}
    </ul>
  )
}

function Grant({ of: { row, isCut }, actions }: { of: Link; actions: DelegationActions }) {
  return (
    <div className="chain-row">
      <span className="chain-whom">
        <strong title={row.userName}>{row.realName}</strong>
        {row.userId === actions.own && <Tag>{text.self}</Tag>}
        <span>
          {row.orgName} · {row.hasIncludeChild ? text.whole : text.flat}
        </span>
        {isOn(row.hasHandOn) && <Tag tone="info">{text.columns.redelegable}</Tag>}
      </span>
      <span className="chain-more">
        {text.nodes(row.menuCount, row.buttonCount)}
        <Period of={row} />
        <GrantedBy of={row} isCut={isCut} />
      </span>
      <DelegationState of={row} />
      <RowTools name={row.realName} tools={toolsOf(row, actions)} />
    </div>
  )
}

/** Shown only at the top of a chain; further down, the position shows the source. */
function GrantedBy({ of: { sourceName, grantedByName }, isCut }: { of: DelegatedAdmin; isCut: boolean }) {
  if (isCut) return <span title={words.outside}>{text.handedOnFrom(sourceName ?? '')}</span>
  return sourceName === null && grantedByName !== null && <span>{words.by(grantedByName)}</span>
}
