import { Button } from 'antd'
import './chips.css'

interface Props<T extends string> {
  label: string
  values: readonly T[]
  names: Readonly<Record<T, string>>
  /** undefined if none of the values is chosen. */
  chosen: T | undefined
  onChoose: (value: T) => void
}

/** A few values in a line, of which one is chosen. */
export const Chips = <T extends string>({ label, values, names, chosen, onChoose }: Props<T>) => (
  <fieldset className="chips" aria-label={label}>
    {values.map(value => (
      <Button key={value} size="small" type="text" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
        {names[value]}
      </Button>
    ))}
  </fieldset>
)
