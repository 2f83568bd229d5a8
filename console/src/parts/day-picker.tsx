import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { DATE_FORMAT, DAY_END } from '../kernel/dates.ts'

dayjs.locale('zh-cn')

interface Props {
  value?: string | null
  onChange?: (end: string | null) => void
  id?: string
}

export default function DayPicker({ value, onChange, ...field }: Props) {
  return (
    <DatePicker
      {...field}
      className="wide"
      format={DATE_FORMAT}
      value={value ? dayjs(value) : null}
      onChange={day => onChange?.(day ? `${day.format(DATE_FORMAT)} ${DAY_END}` : null)}
    />
  )
}
