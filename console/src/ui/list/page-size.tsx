import { NativeSelect } from '../form/native-select.tsx'
import { PAGE_SIZES } from './list-params.ts'
import { text } from '../text.ts'

const options = PAGE_SIZES.map(size => ({ value: String(size), label: text.table.perPage(size) }))

/** How many rows a page has: stands in antd's pager instead of its searching Select (lean-libraries.ts). */
export function PageSize({ value, onChange }: { value?: number; onChange?: (size: number) => void }) {
  return (
    <NativeSelect
      className="page-size"
      aria-label={text.table.pageSize}
      options={options}
      value={value}
      onChange={size => onChange?.(Number(size))}
    />
  )
}
