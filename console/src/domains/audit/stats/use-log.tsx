import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { type DateRange, wholeDays } from '../../../platform/dates.ts'
import { useMayOpen } from '../../../ui/permitted.ts'
import { text } from './text.ts'

const LOG = '/audit/loginLog'
export interface LogFilters {
  /** The first day; absent: the whole range. */
  first?: string
  last?: string
  result?: 0 | 1
  loginType?: string
}

function addressOf(range: DateRange, { first, last, result, loginType }: LogFilters): string {
  const [beginTime, endTime] = first && last ? wholeDays(first, last) : range
  const search = new URLSearchParams({ beginTime, endTime })
  if (result !== undefined) search.set('result', String(result))
  if (loginType !== undefined) search.set('loginType', loginType)
  return `${LOG}?${search.toString()}`
}

export interface Log {
  /** A number or name as a link to its records; plain text if there are none or the caller may not see them. */
  link: (shown: ReactNode, count: number, narrowed: LogFilters) => ReactNode
  /** A link to all records of a chart. */
  all: (title: string, narrowed?: LogFilters) => ReactNode
  /** Opens the records by a click in the chart. */
  go: ((narrowed: LogFilters) => void) | undefined
}

/** Links from numbers to the records they count. */
export function useLog(range: DateRange): Log {
  const navigate = useNavigate()
  const mayLook = useMayOpen()(LOG)
  return {
    link: (shown, count, narrowed) => (mayLook && count > 0 ? <Link to={addressOf(range, narrowed)}>{shown}</Link> : shown),
    all: (title, narrowed = {}) =>
      mayLook && (
        <Link className="chart-link" to={addressOf(range, narrowed)} aria-label={text.toLogOf(title)}>
          {text.toLog}
        </Link>
      ),
    go: mayLook ? narrowed => void navigate(addressOf(range, narrowed)) : undefined,
  }
}
