import { stats, type Unit } from '@hufu/contract/audit/stats'
import { useCall } from '../../../platform/calls.ts'
import type { DateRange } from '../../../platform/dates.ts'
import { language } from '../../../platform/language.ts'
import { ChartCard } from '../../../ui/chart/chart-card.tsx'
import { endOf, periodsOf, shortOf } from './periods.ts'
import { text } from './text.ts'
import { useLog } from './use-log.tsx'

export interface ChartQuery {
  range: DateRange
  unit: Unit
}
export const shown = (count: number): string => count.toLocaleString(language)
export const queryOf = ([beginTime, endTime]: DateRange) => ({ beginTime, endTime })
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

/** Successful and failed attempts, day by day. */
export function TrendCard({ range, unit }: ChartQuery) {
  const of = useCall(stats.loginTrend, { query: queryOf(range), keepPrevious: true })
  const log = useLog(range)
  const periods = periodsOf(of.data ?? [], unit)
  const [success, fail] = [periods.map(period => period.success), periods.map(period => period.fail)]
  const { title, success: good, fail: bad, label } = text.trend
  return (
    <ChartCard
      title={title}
      of={of}
      none={text.noLogins}
      label={label(shown(sum(success)), shown(sum(fail)))}
      shape={
        sum(success) + sum(fail) > 0
          ? {
              kind: 'lines',
              at: periods.map(({ first }) => shortOf(first, unit)),
              series: [
                { name: good, values: success },
                { name: bad, values: fail },
              ],
            }
          : undefined
      }
      onPick={
        log.go &&
        ((at, series) => periods[at] && log.go!({ first: periods[at].first, last: periods[at].last, result: series === 0 ? 1 : 0 }))
      }
      head={[text.date, good, bad]}
      rows={periods.map(({ first, last, ...counts }) => [
        { value: text.span(first, last) },
        { value: counts.success, to: log.link(shown(counts.success), counts.success, { first, last, result: 1 }) },
        { value: counts.fail, to: log.link(shown(counts.fail), counts.fail, { first, last, result: 0 }) },
      ])}
      actions={sum(success) + sum(fail) > 0 && log.all(title)}
    />
  )
}

/** The number of different users who signed in. */
export function ActiveCard({ range, unit }: ChartQuery) {
  const of = useCall(stats.activeUser, { query: { ...queryOf(range), unit }, keepPrevious: true })
  const log = useLog(range)
  const periods = (of.data ?? []).map(({ date, count }) => ({ first: date, last: endOf(date, unit), count }))
  const most = periods.toSorted((one, other) => other.count - one.count)[0]
  const { title, hint, count: name, label } = text.active
  return (
    <ChartCard
      title={title}
      hint={hint}
      of={of}
      none={text.noLogins}
      label={most ? label(shown(most.count), text.span(most.first, most.last)) : title}
      shape={
        most && most.count > 0
          ? { kind: 'bars', at: periods.map(({ first }) => shortOf(first, unit)), name, values: periods.map(({ count }) => count) }
          : undefined
      }
      onPick={log.go && (at => periods[at] && log.go!({ first: periods[at].first, last: periods[at].last, result: 1 }))}
      head={[text.date, name]}
      rows={periods.map(({ first, last, count }) => [
        { value: text.span(first, last) },
        { value: count, to: log.link(shown(count), count, { first, last, result: 1 }) },
      ])}
      actions={most && most.count > 0 && log.all(title, { result: 1 })}
    />
  )
}

/** Sign-ins by weekday and hour. */
export function HoursCard({ range }: ChartQuery) {
  const of = useCall(stats.loginHours, { query: queryOf(range), keepPrevious: true })
  const log = useLog(range)
  const cells = of.data ?? []
  const most = cells.toSorted((one, other) => other.count - one.count)[0]
  const { title, hint, names, hour, at, label, day } = text.hours
  const hours = Array.from({ length: 24 }, (_, n) => hour(n))
  return (
    <ChartCard
      title={title}
      hint={hint}
      of={of}
      none={text.noLogins}
      label={most ? label(at(names[most.weekday - 1]!, hour(most.hour)), shown(most.count)) : title}
      shape={
        most && most.count > 0
          ? { kind: 'heat', across: hours, down: names, values: cells.map(cell => [cell.hour, cell.weekday - 1, cell.count] as const) }
          : undefined
      }
      head={[day, ...hours]}
      rows={names.map((name, n) => [
        { value: name },
        ...cells.filter(({ weekday }) => weekday === n + 1).map(({ count }) => ({ value: count })),
      ])}
      actions={most && most.count > 0 && log.all(title, { result: 1 })}
    />
  )
}
