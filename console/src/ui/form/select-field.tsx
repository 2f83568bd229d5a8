import { useContext } from 'react'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { AsWords } from './as-words.ts'

export interface Option {
  value: string
  label: string
  /** Under which heading it stands, where there are many. */
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

/** From so many options on, one looks for them by typing. */
const MANY = 8
const LongChoice = lazyComponent(() => import('./long-choice.tsx'), Few)

/** One of some values: the browser's own list where there are few, one that is searched where there are many. */
export function SelectField(props: ChoiceProps) {
  if (useContext(AsWords)) return props.options.find(({ value }) => value === String(props.value))?.label
  return props.options.length < MANY ? <Few {...props} /> : <LongChoice {...props} />
}

function Few({ options, value = '', onChange, className = '', ...rest }: ChoiceProps) {
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
