import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { type ReactNode, useId } from 'react'
import { type DateRange as Range, presets } from '../../../platform/dates.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Dropdown } from '../../dropdown.tsx'
import { InWords, useSearch } from './search-bar.tsx'
import { text } from '../../text.ts'

// The calendar is a third of the form code, so it is loaded when first needed.
const RangePicker = lazyComponent(
  () => import('../../form/range-picker.tsx'),
  () => <Input disabled aria-label={text.range.begin} />,
)

export interface RangeProps {
  /** '' if nothing is chosen. */
  value: Range
  onChange: (value: Range) => void
  /** Days after today cannot be chosen (logs). */
  endsToday?: boolean
  /** Offers three months, half a year and a year, too. */
  withLong?: boolean
  /** Allows times of day; without, a range runs from 00:00:00 to 23:59:59. */
  withTime?: boolean
  /** Enter in it does not submit the form around. */
  keepsForm?: boolean
}

/** The preset ranges, and the chosen one. */
const defaultRanges = ({ value, withLong = false }: RangeProps) =>
  presets({ withLong }).map(preset => ({ ...preset, isChosen: preset.range().join() === value.join() }))

/** Two days with 至 between them, and preset ranges as buttons reachable by keyboard (1.5 no. 5). */
export function DateRange(props: RangeProps) {
  return (
    <div className="range">
      <RangePicker {...props} />
      <fieldset className="range-presets" aria-label={text.range.presets}>
        {defaultRanges(props).map(({ name, label, range, isChosen }) => (
          <Button key={name} size="small" type="text" aria-pressed={isChosen} onClick={() => props.onChange(range())}>
            {label}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}

/** The same in one line: a button opens the preset ranges. */
function RangeLine(props: RangeProps) {
  const ranges = defaultRanges(props)
  const items = ranges.map(({ name, label, range }) => ({ key: name, label, onClick: () => props.onChange(range()) }))
  return (
    <div className="range-line" data-time={props.withTime}>
      <RangePicker {...props} />
      <Dropdown atEnd menu={{ chosen: ranges.find(({ isChosen }) => isChosen)?.name ?? '', items }}>
        <Button type="text" icon={<DownOutlined aria-hidden />} title={text.range.presets} aria-label={text.range.presets} />
      </Dropdown>
    </div>
  )
}

/** A date range inside a SearchBar: one control for two values; its children stand below it. */
export function DateRangeField({
  label,
  begin,
  end,
  children,
  ...rest
}: { label: string; begin: string; end: string; children?: ReactNode } & Omit<RangeProps, 'value' | 'onChange'>) {
  const id = useId()
  const { values, change } = useSearch()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be laid out like the fields beside it
    <div className="search-field search-range" role="group" aria-labelledby={id}>
      <span id={id} className="search-label">
        {label}
      </span>
      <div className="search-control">
        <RangeLine
          {...rest}
          value={[String(values[begin] ?? ''), String(values[end] ?? '')]}
          onChange={([first, last]) => change({ [begin]: first, [end]: last })}
        />
        {children}
      </div>
      <InWords label={label} names={[begin, end]} />
    </div>
  )
}
