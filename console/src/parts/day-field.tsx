import { Input } from 'antd'
import { lazy, Suspense } from 'react'

// The calendar comes when a form needs it, not with the form.
const DayPicker = lazy(() => import('./day-picker.tsx'))

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

/** A day, from its first second or to its last. */
export function DayField(props: DayProps) {
  return (
    <Suspense fallback={<Input disabled id={props.id} />}>
      <DayPicker {...props} />
    </Suspense>
  )
}
