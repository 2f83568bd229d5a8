import { Input } from 'antd'
import './lines-field.css'

interface Props {
  id?: string
  value?: readonly string[]
  onChange?: (lines: string[]) => void
  disabled?: boolean
  placeholder?: string
  rows?: number
  'aria-label'?: string
}

const NONE: string[] = []

/** A list typed as one value per line. Empty lines are dropped on saving. */
export function LinesField({ value = NONE, onChange, rows = 6, ...rest }: Props) {
  return (
    <Input.TextArea
      className="lines-field"
      rows={rows}
      spellCheck={false}
      autoComplete="off"
      value={value.join('\n')}
      onChange={event => onChange?.(event.target.value === '' ? [] : event.target.value.split(/\r?\n/))}
      {...rest}
    />
  )
}

/** Trimmed, without empty and repeated lines. */
export const cleanLines = (lines: readonly string[]): string[] => [...new Set(lines.map(line => line.trim()).filter(line => line !== ''))]
