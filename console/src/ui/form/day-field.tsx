import { Input } from 'antd'
import { later } from '../../platform/later.tsx'

export interface DayProps {
  value?: string | null
  onChange?: (time: string | null) => void
  id?: string
  disabled?: boolean
  /** What stands in the empty field. */
  placeholder?: string
  /** From its first second on; without, to its last. */
  isBegin?: boolean
}

/** A day, from its first second or to its last. The calendar comes when a form needs it, not with the form. */
export const DayField = later<DayProps>(
  () => import('./day-picker.tsx'),
  ({ id }) => <Input disabled id={id} />,
)
