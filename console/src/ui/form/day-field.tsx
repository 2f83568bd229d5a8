import { Input } from 'antd'
import { lazyComponent } from '../../platform/lazy-component.tsx'

export interface DayProps {
  value?: string | null
  onChange?: (time: string | null) => void
  id?: string
  disabled?: boolean
  /** The placeholder of the empty field. */
  placeholder?: string
  /** The value is the first second of the day, otherwise the last. */
  isBegin?: boolean
}

/** A day, as its first or last second. The calendar is loaded when needed, not with the form. */
export const DayField = lazyComponent<DayProps>(
  () => import('./day-picker.tsx'),
  ({ id }) => <Input disabled id={id} />,
)
