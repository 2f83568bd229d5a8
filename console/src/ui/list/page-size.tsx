import { SelectField } from '../form/select-field.tsx'
import { PAGE_SIZES } from './list-params.ts'
import { text } from '../text.ts'

const options = PAGE_SIZES.map(size => ({ value: String(size), label: text.table.perPage(size) }))

/** The rows per page, as the browser's own select. */
export function PageSize({ value, onChange }: { value?: number; onChange?: (size: number) => void }) {
  return (
    <SelectField
      className="page-size"
      aria-label={text.table.pageSize}
      options={options}
      value={value}
      onChange={size => onChange?.(Number(size))}
    />
  )
}
