import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'

// Names of months and days in calendars.
dayjs.locale('zh-cn')
