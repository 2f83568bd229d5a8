import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'

// What calendars call months and days.
dayjs.locale('zh-cn')
