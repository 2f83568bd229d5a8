export interface Option {
  value: string
  label: string
}

interface Props {
  options: readonly Option[]
  value?: string | number | boolean
  onChange?: (value: string) => void
  id?: string
  className?: string
  disabled?: boolean
  'aria-label'?: string
}

/** One of a few: the browser's own list, light and known to every aid. It finds by typing too. */
export function NativeSelect({ options, value = '', onChange, className = '', ...rest }: Props) {
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
