import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { DATE_FORMAT, DAY_BEGIN, DAY_END } from '../../platform/dates.ts'
import type { DayProps } from './day-field.tsx'

dayjs.locale('zh-cn')

export default function DayPicker({ value, onChange, isBegin = false, ...field }: DayProps) {
  return (
    <DatePicker
      {...field}
      className="wide"
      format={DATE_FORMAT}
      value={value ? dayjs(value) : null}
      onChange={day => onChange?.(day ? `${day.format(DATE_FORMAT)} ${isBegin ? DAY_BEGIN : DAY_END}` : null)}
    />
  )
}
