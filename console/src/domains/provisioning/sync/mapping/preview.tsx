import { type PreviewRow, syncText } from '@hufu/contract/provisioning/sync'
import { Tag } from '../../../../ui/tag.tsx'
import type { Kind, Line } from '../wizard/draft.ts'
import { text } from './mapping-text.ts'
import { valueAt, valueText } from './sample.ts'
import type { PreviewState } from './use-preview.ts'
import { verdictTone } from '../plan/verdict.ts'

const words = text.preview

interface Props {
  of: PreviewState
  kind: Kind
  lines: readonly Line[]
}

/** Up to ten rows: the source's values, the mapped values, and the verdict. */
export function Preview({ of: { rows, error, isFetching, isIncomplete }, kind, lines }: Props) {
  const own = rows?.filter(row => row.objectType === kind)
  return (
    <section aria-label={words.title} aria-busy={isFetching}>
      <h2 className="sync-part">
        {words.title}
        {isFetching && !isIncomplete && <span className="sync-aside">{words.waiting}</span>}
      </h2>
      {isIncomplete ? (
        <p className="sync-aside">{words.incomplete}</p>
      ) : error !== null && error !== undefined && !isFetching ? (
        <p className="sync-problem">{(error as Error).message}</p>
      ) : own?.length === 0 ? (
        <p className="sync-aside">{words.none}</p>
      ) : (
        own && <Rows rows={own} lines={lines.filter(line => line.object === kind)} />
      )}
    </section>
  )
}

function Rows({ rows, lines }: { rows: readonly PreviewRow[]; lines: readonly Line[] }) {
  const fields = [...new Map(rows.flatMap(row => row.mapped.map(({ field, label }) => [field, label] as const)))]
  const fromOf = (field: string) => lines.find(line => line.to === field)?.from
  return (
    <>
      <p className="sync-aside">{words.about}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <section className="sync-scroll" aria-label={words.table} tabIndex={0}>
        <table className="sync-table sync-preview">
          <thead>
            <tr>
              <th scope="col">{words.verdict}</th>
              {fields.map(([field, label]) => (
                <th key={field} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                <td>
                  <Tag tone={verdictTone(row.verdict, undefined)}>{syncText.verdict[row.verdict]}</Tag>
                  <Problems of={row} isOf={label => !fields.some(([, name]) => name === label)} />
                </td>
                {fields.map(([field, label]) => (
                  <Cell key={field} row={row} field={field} label={label} from={fromOf(field)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

interface CellProps {
  row: PreviewRow
  field: string
  label: string
  from: string | undefined
}
/** The source's value above, the mapped value below, with its problem. */
function Cell({ row, field, label, from }: CellProps) {
  const value = row.mapped.find(one => one.field === field)?.value ?? null
  const raw = from ? valueText(valueAt(row.raw, from)) : ''
  const change = row.changes.find(one => one.field === field)
  return (
    <td>
      {raw !== '' && raw !== value && <span className="sync-aside sync-below">{words.raw(raw)}</span>}
      <span className={change ? 'sync-changed' : ''}>{value ?? <span className="sync-aside">{words.empty}</span>}</span>
      {change && change.before !== null && <span className="sync-aside sync-below">{words.now(change.before)}</span>}
      <Problems of={row} isOf={name => name === label} />
    </td>
  )
}

const Problems = ({ of: { faults }, isOf }: { of: PreviewRow; isOf: (label: string) => boolean }) =>
  faults
    .filter(({ label }) => isOf(label))
    .map(({ message }) => (
      <span key={message} className="sync-problem sync-below">
        {message}
      </span>
    ))
