import { useContext } from 'react'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { ReadOnlyText } from './read-only-text.ts'

export interface Option {
  value: string
  label: string
  /** Its group in a long list. */
  group?: string
}

export interface ChoiceProps {
  options: readonly Option[]
  value?: string | number | boolean
  onChange?: (value: string) => void
  id?: string
  className?: string
  disabled?: boolean
  'aria-label'?: string
}

/** From so many options on, the list can be searched. */
const MANY = 8
const LongChoice = lazyComponent(() => import('./long-choice.tsx'), RadioChoice)

/** A choice: the browser's own select for few options, a searchable list for many. */
export function SelectField(props: ChoiceProps) {
  if (useContext(ReadOnlyText)) return props.options.find(({ value }) => value === String(props.value))?.label
  return props.options.length < MANY ? <RadioChoice {...props} /> : <LongChoice {...props} />
}

function RadioChoice({ options, value = '', onChange, className = '', ...rest }: ChoiceProps) {
  return (
    <select className={`choice ${className}`} value={String(value)} onChange={event => onChange?.(event.target.value)} {...rest}>
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
