import { Input } from 'antd'
import { lazyComponent } from '../../platform/lazy-component.tsx'

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
export const DayField = lazyComponent<DayProps>(
  () => import('./day-picker.tsx'),
  ({ id }) => <Input disabled id={id} />,
)
