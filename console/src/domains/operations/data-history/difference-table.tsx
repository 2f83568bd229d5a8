import type { Difference, HistoryDetail } from '@hufu/contract/operations/data-history'
import { Tag } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const words = text.drawer

/** The difference field by field in words; the raw value is in the tooltip. */
export function DifferenceTable({ of: { diff, operateType } }: { of: HistoryDetail }) {
  if (diff.length === 0) return <p className="history-none">{words.noDiff}</p>
  const isUpdate = operateType === 'update'
  return (
    <table className="history-diff">
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          {operateType !== 'insert' && <th scope="col">{words.before}</th>}
          {operateType !== 'delete' && <th scope="col">{words.after}</th>}
        </tr>
      </thead>
      <tbody>
        {diff.map(one => (
          <tr key={one.field}>
            <th scope="row">
              {one.label} {one.isMask && <Tag>{words.mask}</Tag>}
            </th>
            {operateType !== 'insert' && <td title={rawOf(one.before)}>{isUpdate ? <del>{before(one)}</del> : before(one)}</td>}
            {operateType !== 'delete' && <td title={rawOf(one.after)}>{isUpdate ? <ins>{after(one)}</ins> : after(one)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const before = ({ beforeText }: Difference) => beforeText || words.empty
const after = ({ afterText }: Difference) => afterText || words.empty
const rawOf = (value: unknown) => (value === null || typeof value === 'object' ? undefined : String(value as string | number | boolean))
