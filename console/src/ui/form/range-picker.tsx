import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { DATE_FORMAT, TIME_FORMAT, today, wholeDays } from '../../platform/dates.ts'
import './calendar-locale.ts'
import { keepForm } from './save-key.ts'
import { text as platformText } from '../../platform/text.ts'
import type { RangeProps } from '../list/search/date-range.tsx'
import { text } from '../text.ts'

const DAY_TIMES: [dayjs.Dayjs, dayjs.Dayjs] = [dayjs('00:00:00', 'HH:mm:ss'), dayjs('23:59:59', 'HH:mm:ss')]

/** antd's calendar for ranges, which also accepts typed dates. */
export default function RangePicker({ value, onChange, endsToday = false, withTime = false, keepsForm = false }: RangeProps) {
  const [begin, end] = value
  return (
    <DatePicker.RangePicker
      className="range-picker"
      {...(keepsForm && { onKeyDown: keepForm })}
      separator={platformText.dates.separator}
      placeholder={[text.range.begin, text.range.end]}
      format={withTime ? TIME_FORMAT : DATE_FORMAT}
      {...(withTime && { showTime: { defaultOpenValue: DAY_TIMES } })}
      {...(endsToday && { maxDate: dayjs(today()).endOf('day') })}
      value={begin && end ? [dayjs(begin), dayjs(end)] : null}
      onChange={days => onChange(days?.[0] && days[1] ? rangeOf(days[0], days[1], withTime) : ['', ''])}
    />
  )
}

function rangeOf(begin: dayjs.Dayjs, end: dayjs.Dayjs, withTime: boolean) {
  if (withTime) return [begin.format(TIME_FORMAT), end.format(TIME_FORMAT)] as const
  return wholeDays(begin.format(DATE_FORMAT), end.format(DATE_FORMAT))
}
