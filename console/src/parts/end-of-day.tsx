import { Input } from 'antd'
import { lazy, Suspense } from 'react'

// The calendar comes when a form needs it, not with the form.
const DayPicker = lazy(() => import('./day-picker.tsx'))

interface Props {
  value?: string | null
  onChange?: (end: string | null) => void
  id?: string
}

/** A day, to its last second. */
export function EndOfDay(props: Props) {
  return (
    <Suspense fallback={<Input disabled id={props.id} />}>
      <DayPicker {...props} />
    </Suspense>
  )
}
