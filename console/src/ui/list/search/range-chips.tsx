import { type DateRange, presets } from '../../../platform/dates.ts'
import { Chips } from '../../chips.tsx'
import { text } from '../../text.ts'

const names = text.range.chips
type Name = keyof typeof names
const NAMES = Object.keys(names) as Name[]

const rangeOf = (name: Name): DateRange =>
  presets()
    .find(preset => preset.name === name)
    ?.range() ?? ['', '']

/** The usual ranges of a history, to be chosen by one click. */
export function RangeChips({ value, onChange }: { value: DateRange; onChange: (value: DateRange) => void }) {
  const chosen = NAMES.find(name => rangeOf(name).join() === value.join())
  return <Chips label={text.range.label} values={NAMES} names={names} chosen={chosen} onChoose={name => onChange(rangeOf(name))} />
}
