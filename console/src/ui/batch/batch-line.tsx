import { named } from '@hufu/contract/text'
import { CloseOutlined } from '@ant-design/icons'
import { memo } from 'react'
import { INPUT_MAX } from '../../platform/constants.ts'
import { cellOf, type GridColumn, type GridRow, type RowProblems } from './batch-rows.ts'
import { withSpareRow } from './paste-cells.ts'
import { text } from '../text.ts'

interface Props {
  row: GridRow
  number: number
  columns: readonly GridColumn[]
  problems: RowProblems | undefined
  /** It can be saved. */
  isGood: boolean
  onChange: (change: (rows: GridRow[]) => GridRow[]) => void
}

/** One row: state, cells and problems. Memoised, as there may be two hundred. */
export const BatchLine = memo(function BatchLine({ row, number, columns, problems, isGood, onChange }: Props) {
  const reasonId = `reason-${row.key}`
  const isFaulty = problems !== undefined && Object.keys(problems).length > 0
  const drop = () =>
    onChange(rows =>
      withSpareRow(
        rows.filter(one => one.key !== row.key),
        Infinity,
      ),
    )
  return (
    <tr data-row={row.key}>
      <th scope="row" className="grid-number">
        {number}
        {(isFaulty || isGood) && <Mark isFaulty={isFaulty} />}
      </th>
      {columns.map(({ key, title, maxLength, placeholder, before }) => (
        <td key={key}>
          <div className="grid-led">
            {before?.(row, number)}
            <input
              className="grid-cell"
              size={1}
              data-column={key}
              aria-label={text.grid.cell(title, number)}
              aria-invalid={problems?.[key] !== undefined}
              aria-describedby={isFaulty ? reasonId : undefined}
              autoComplete="off"
              spellCheck={false}
              maxLength={maxLength ?? INPUT_MAX}
              placeholder={placeholder}
              value={cellOf(row, key)}
              // The grid handles input once for all cells.
              onChange={ignore}
            />
          </div>
        </td>
      ))}
      <td id={reasonId} className="grid-reason">
        {isFaulty && named.parts(Object.values(problems))}
      </td>
      <td className="grid-drop">
        <button type="button" tabIndex={-1} title={text.grid.drop} aria-label={text.grid.dropRow(number)} onClick={drop}>
          <CloseOutlined aria-hidden />
        </button>
      </td>
    </tr>
  )
}, isSame)

const ignore = () => undefined

function Mark({ isFaulty }: { isFaulty: boolean }) {
  return (
    <span className={isFaulty ? 'grid-mark grid-bad' : 'grid-mark grid-good'}>
      <span aria-hidden="true">{isFaulty ? '✗' : '✓'}</span>
      <span className="heard-only">{isFaulty ? text.grid.faulty : text.grid.fine}</span>
    </span>
  )
}

function isSame(before: Props, now: Props): boolean {
  return (
    before.row === now.row &&
    before.number === now.number &&
    before.columns === now.columns &&
    before.isGood === now.isGood &&
    before.onChange === now.onChange &&
    JSON.stringify(before.problems) === JSON.stringify(now.problems)
  )
}
