import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { useId } from 'react'
import { type DateRange as Range, presets } from '../../platform/dates.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { InWords, useSearch } from './search-bar.tsx'
import { text } from '../text.ts'

// The calendar is a third of the form parts: it comes when it is first needed.
const RangePicker = lazyComponent(
  () => import('../form/range-picker.tsx'),
  () => <Input disabled aria-label={text.range.begin} />,
)

export interface RangeProps {
  /** '' where nothing is chosen. */
  value: Range
  onChange: (value: Range) => void
  /** Days after today cannot be chosen (logs). */
  endsToday?: boolean
  /** Three months, half a year and a year besides. */
  withLong?: boolean
  /** Times of day can be chosen too; without, a range runs from 00:00:00 to 23:59:59. */
  withTime?: boolean
  /** Enter in it does not send the form around it. */
  keepsForm?: boolean
}

/** Two days with 至 between them; the usual ranges stand beside as buttons anybody can reach (1.5 no. 5). */
export function DateRange(props: RangeProps) {
  const { value, onChange, withLong = false } = props
  return (
    <div className="range">
      <RangePicker {...props} />
      <fieldset className="range-presets" aria-label={text.range.presets}>
        {presets({ withLong }).map(({ name, label, range }) => {
          const [begin, end] = range()
          const isChosen = begin === value[0] && end === value[1]
          return (
            <Button key={name} size="small" type="text" aria-pressed={isChosen} onClick={() => onChange(range())}>
              {label}
            </Button>
          )
        })}
      </fieldset>
    </div>
  )
}

/** A date range inside a SearchBar: two of its values, one control. */
export function DateRangeField({
  label,
  begin,
  end,
  ...rest
}: { label: string; begin: string; end: string } & Omit<RangeProps, 'value' | 'onChange'>) {
  const id = useId()
  const { values, change } = useSearch()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be laid out like the fields beside it
    <div className="search-field search-range" role="group" aria-labelledby={id}>
      <span id={id} className="search-label">
        {label}
      </span>
      <div className="search-control">
        <DateRange
          {...rest}
          value={[String(values[begin] ?? ''), String(values[end] ?? '')]}
          onChange={([first, last]) => change({ [begin]: first, [end]: last })}
        />
      </div>
      <InWords label={label} names={[begin, end]} />
    </div>
  )
}
