import type { Move, Place } from '@hufu/contract/audit/audit'
import { fieldName } from '@hufu/contract/audit/history-text'
import { Fragment } from 'react'
import { text } from './timeline/timeline-text.ts'

const Name = ({ of: { name, path } }: { of: Place }) => <span title={path ?? undefined}>{name ?? text.unnamed}</span>

/** Where records went: 机构 北京市 → 天津市. The paths are in the tooltips. */
export const MoveLine = ({ of }: { of: readonly Move[] }) =>
  of.map(({ field, from, to }, n) => (
    <Fragment key={`${from.id} ${to.id}`}>
      {n > 0 && text.comma}
      <span className="move-line">
        {fieldName(field)} <Name of={from} /> → <Name of={to} />
      </span>
    </Fragment>
  ))
