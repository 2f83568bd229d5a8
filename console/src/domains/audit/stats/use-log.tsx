import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { type DateRange, wholeDays } from '../../../platform/dates.ts'
import { useMayOpen } from '../../../ui/permitted.ts'
import { text } from './text.ts'

const LOG = '/audit/loginLog'
export interface Narrowed {
  /** Days within the range; the whole of it where they are not said. */
  first?: string
  last?: string
  result?: 0 | 1
  loginType?: string
}

function addressOf(range: DateRange, { first, last, result, loginType }: Narrowed): string {
  const [beginTime, endTime] = first && last ? wholeDays(first, last) : range
  const search = new URLSearchParams({ beginTime, endTime })
  if (result !== undefined) search.set('result', String(result))
  if (loginType !== undefined) search.set('loginType', loginType)
  return `${LOG}?${search.toString()}`
}

export interface Log {
  /** A number or a name as the way to the records behind it; bare where there are none, or they may not be seen. */
  link: (shown: ReactNode, count: number, narrowed: Narrowed) => ReactNode
  /** The way to all of a chart's records. */
  all: (title: string, narrowed?: Narrowed) => ReactNode
  /** By mouse, from the picture itself. */
  go: ((narrowed: Narrowed) => void) | undefined
}

/** From a number to the records it counts. */
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
