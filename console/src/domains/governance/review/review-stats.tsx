import { objectTypes, review, type ReviewStats } from '@hufu/contract/governance/review'
import { useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { type DateRange as Range, presets } from '../../../platform/dates.ts'
import { Figures } from '../../../ui/figures.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { DateRange } from '../../../ui/list/search/date-range.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { text } from './reviewer-text.ts'

const words = text.stats
const kinds = Object.entries(words.kinds).map(([value, label]) => ({ value, label }))
const initialRange = (): Range => presets({}).at(-1)!.range()

/** How long reviews take, and where they are pending. */
export default function Stats() {
  const [[beginTime, endTime], setRange] = useState<Range>(initialRange)
  const [kind, setKind] = useState('all')
  const objectType = objectTypes.find(one => one === kind)
  const found = useCall(review.stats, {
    query: { ...(beginTime && { beginTime }), ...(endTime && { endTime }), ...(objectType && { objectType }) },
    keepPrevious: true,
  })
  return (
    <>
      <div className="review-asked">
        <DateRange value={[beginTime, endTime]} onChange={setRange} endsToday withLong />
        <label className="review-kind">
          {words.kind}
          <SelectField value={kind} options={kinds} onChange={setKind} />
        </label>
      </div>
      <Loaded of={found} lines={8}>
        {data => <Answer of={data} />}
      </Loaded>
    </>
  )
}

function Answer({ of }: { of: ReviewStats }) {
  const figures = [
    [words.pending, of.pending],
    [words.overdue, of.overdue],
    [words.count, of.count],
    [words.passed, of.passed],
    [words.rejected, of.rejected],
    [words.withdrawn, of.withdrawn],
    [words.median, words.hours(of.medianHours)],
    [words.p90, words.hours(of.p90Hours)],
  ] as const
  if (of.count + of.pending === 0) return <Empty title={words.none} hint={words.noneHint} />
  return (
    <>
      <Figures label={words.figures} of={figures.map(([name, value]) => ({ name, value }))} />
      <Split title={words.byStep} head={words.node} rows={of.byStep.map(row => ({ ...row, key: row.node, name: row.node }))} />
      <Split title={words.byUser} head={words.user} rows={of.byUser.map(row => ({ ...row, key: row.userId, name: row.userName }))} />
    </>
  )
}

interface Row {
  key: string
  name: string
  count: number
  pending: number
  medianHours: number | null
  p90Hours: number | null
}
function Split({ title, head, rows }: { title: string; head: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className="review-part">{title}</h2>
      <div className="review-room">
        <table className="review-diff review-numbers" aria-label={title}>
          <thead>
            <tr>
              {[head, words.waiting, words.done, words.medianShort, words.p90Short].map(name => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.key}>
                <th scope="row">{row.name}</th>
                <td>{row.pending}</td>
                <td>{row.count}</td>
                <td>{words.hours(row.medianHours)}</td>
                <td>{words.hours(row.p90Hours)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
