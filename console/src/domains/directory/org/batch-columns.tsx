import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { GridColumn, GridRow } from '../../../ui/batch/batch-rows.ts'
import { type StoredOrgs, parentRow } from './branches.ts'
import { CODE } from './code.ts'
import { text } from './batch-text.ts'

interface Depth {
  storedParents: StoredOrgs
  shift: (key: number, step: number) => void
}

export function columnsOf({ storedParents, shift }: Depth): readonly GridColumn[] {
  return [
    {
      key: 'name',
      title: text.columns.name,
      required: true,
      width: 208,
      unique: true,
      among: (row, rows) => String(parentRow(row, rows)?.key ?? storedParents.get(row.key)?.id),
      before: (row, number) => (
        <IndentCell row={row} number={number} home={storedParents.get(row.key)?.name} onShift={step => shift(row.key, step)} />
      ),
    },
    {
      key: 'code',
      title: text.columns.code,
      required: true,
      width: 130,
      unique: true,
      fold: code => code.toLowerCase(),
      problem: code => (CODE.test(code) ? undefined : text.codeProblem),
    },
    { key: 'shortName', title: text.columns.shortName, width: 100 },
    { key: 'orgType', title: text.columns.orgType, width: 90 },
    { key: 'leader', title: text.columns.leader, width: 90 },
    { key: 'phone', title: text.columns.phone, width: 120 },
  ]
}

/** The indent of a row at its name, with buttons to change it without a keyboard. */
function IndentCell({
  row,
  number,
  home,
  onShift,
}: {
  row: GridRow
  number: number
  home: string | undefined
  onShift: (step: number) => void
}) {
  return (
    <span className="branch-lead">
      <button
        type="button"
        tabIndex={-1}
        disabled={row.depth === 0}
        title={text.out}
        aria-label={text.outRow(number)}
        onClick={() => onShift(-1)}
      >
        <LeftOutlined aria-hidden />
      </button>
      <button
        type="button"
        tabIndex={-1}
        disabled={number === 1}
        title={text.in}
        aria-label={text.inRow(number)}
        onClick={() => onShift(1)}
      >
        <RightOutlined aria-hidden />
      </button>
      {row.depth > 0 && (
        <span className="branch-depth" style={{ width: row.depth * 20 }}>
          <span className="heard-only">{text.depth(row.depth)}</span>
        </span>
      )}
      {home !== undefined && <span className="branch-home">{text.home(home)}</span>}
    </span>
  )
}
