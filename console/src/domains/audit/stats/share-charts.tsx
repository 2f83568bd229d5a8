import { loginTypes } from '@hufu/contract/audit/login-log'
import { stats } from '@hufu/contract/audit/stats'
import { useCall } from '../../../platform/calls.ts'
import { language } from '../../../platform/language.ts'
import { ChartCard } from '../../../ui/chart/chart-card.tsx'
import { type ChartQuery, queryOf, shown } from './login-charts.tsx'
import { text } from './text.ts'
import { type LogFilters, useLog } from './use-log.tsx'

const TOP = 10

interface Share {
  name: string
  count: number
  narrowed: LogFilters & { result: 0 | 1 }
}
interface Words {
  title: string
  hint?: string
  name: string
  count: string
  share: string
  label: (name: string, share: string) => string
}

const percent = (part: number, whole: number) => (part / whole).toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 })

/** Shares as bars with numbers, so that no colour is needed to tell them apart. */
function ShareCard({
  of,
  words,
  none,
  shares,
  chartQuery,
}: {
  of: Parameters<typeof ChartCard>[0]['of']
  words: Words
  none: string
  shares: readonly Share[]
  chartQuery: ChartQuery
}) {
  const log = useLog(chartQuery.range)
  const whole = shares.reduce((all, { count }) => all + count, 0)
  const top = shares.slice(0, TOP)
  const [first] = top
  return (
    <ChartCard
      title={words.title}
      hint={words.hint}
      of={of}
      none={none}
      label={first ? words.label(first.name, percent(first.count, whole)) : words.title}
      shape={first && { kind: 'ranks', at: top.map(({ name }) => name), name: words.count, values: top.map(({ count }) => count) }}
      onPick={log.go && (at => top[at] && log.go!(top[at].narrowed))}
      head={[words.name, words.count, words.share]}
      rows={shares.map(({ name, count, narrowed }) => [
        { value: name },
        { value: count, to: log.link(shown(count), count, narrowed) },
        { value: percent(count, whole) },
      ])}
      actions={first && log.all(words.title, { result: first.narrowed.result })}
    />
  )
}

export function TypesCard(chartQuery: ChartQuery) {
  const of = useCall(stats.loginType, { query: queryOf(chartQuery.range), keepPrevious: true })
  const shares = (of.data ?? []).map(({ type, count }) => ({
    name: loginTypes[type] ?? type,
    count,
    narrowed: { result: 1, loginType: type } as const,
  }))
  return <ShareCard of={of} words={text.types} none={text.noLogins} shares={shares} chartQuery={chartQuery} />
}

export function ReasonsCard(chartQuery: ChartQuery) {
  const of = useCall(stats.failReason, { query: queryOf(chartQuery.range), keepPrevious: true })
  const shares = (of.data ?? []).map(({ reason, count }) => ({ name: reason, count, narrowed: { result: 0 } as const }))
  return <ShareCard of={of} words={text.reasons} none={text.reasons.none} shares={shares} chartQuery={chartQuery} />
}

export function AppsCard({ range }: ChartQuery) {
  const of = useCall(stats.appVisit, { query: queryOf(range), keepPrevious: true })
  const apps = of.data ?? []
  const { title, name, count, none, label } = text.apps
  return (
    <ChartCard
      title={title}
      of={of}
      none={none}
      label={apps[0] ? label(apps[0].appName) : title}
      shape={apps[0] && { kind: 'ranks', at: apps.map(({ appName }) => appName), name: count, values: apps.map(app => app.count) }}
      head={[name, count]}
      rows={apps.map(app => [{ value: app.appName }, { value: app.count }])}
    />
  )
}
