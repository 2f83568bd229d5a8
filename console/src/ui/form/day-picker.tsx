import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { DATE_FORMAT, DAY_BEGIN, DAY_END } from '../../platform/dates.ts'
import './calendar-locale.ts'
import { keepForm } from './save-key.ts'
import type { DayProps } from './day-field.tsx'

export default function DayPicker({ value, onChange, isBegin = false, ...field }: DayProps) {
  return (
    <DatePicker
      {...field}
      className="wide"
      onKeyDown={keepForm}
      format={DATE_FORMAT}
      value={value ? dayjs(value) : null}
      onChange={day => onChange?.(day ? `${day.format(DATE_FORMAT)} ${isBegin ? DAY_BEGIN : DAY_END}` : null)}
    />
  )
}
