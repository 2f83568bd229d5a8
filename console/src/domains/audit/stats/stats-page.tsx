import { stats, type Unit } from '@hufu/contract/audit/stats'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { inBackground } from '../../../platform/error-log.ts'
import { DateRange } from '../../../ui/list/search/date-range.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { FigureTiles } from './figures.tsx'
import { ActiveCard, HoursCard, TrendCard } from './login-charts.tsx'
import { OrgLoginsCard, OrgPeopleCard } from './org-charts.tsx'
import { rangeOf } from './periods.ts'
import { AppsCard, ReasonsCard, TypesCard } from './share-charts.tsx'
import { text } from './text.ts'
import './stats.css'

const isUnit = (unit: string): unit is Unit => Object.hasOwn(text.units, unit)

/** Statistics of sign-ins: how many, when, by which method, from where, and failures. */
export default function StatsPage() {
  const [params, setParams] = useListParams({ beginTime: '', endTime: '', unit: 'day' })
  const client = useQueryClient()
  const { range, isCut } = rangeOf(params.beginTime, params.endTime)
  const unit = isUnit(params.unit) ? params.unit : 'day'
  const chartQuery = { range, unit }
  const refresh = () => {
    for (const { path } of Object.values(stats)) inBackground(client.invalidateQueries({ queryKey: [path] }))
  }
  return (
    <Page title={text.title} description={text.description} actions={<Button onClick={refresh}>{text.refresh}</Button>}>
      <FigureTiles />
      <Card>
        <div className="stats-asked">
          <fieldset className="stats-range" aria-label={text.range}>
            <DateRange value={range} endsToday withLong onChange={([beginTime, endTime]) => setParams({ beginTime, endTime })} />
          </fieldset>
          <fieldset className="stats-units" aria-label={text.unit}>
            {(Object.keys(text.units) as Unit[]).map(each => (
              <Button key={each} size="small" type="text" aria-pressed={each === unit} onClick={() => setParams({ unit: each })}>
                {text.units[each]}
              </Button>
            ))}
          </fieldset>
          <output className="stats-cut">{isCut && text.cut(range[0].slice(0, 10))}</output>
        </div>
      </Card>
      <div className="stats-charts">
        <TrendCard {...chartQuery} />
        <ActiveCard {...chartQuery} />
        <TypesCard {...chartQuery} />
        <ReasonsCard {...chartQuery} />
        <div className="stats-wide">
          <HoursCard {...chartQuery} />
        </div>
        <OrgLoginsCard {...chartQuery} />
        <OrgPeopleCard />
        <div className="stats-wide">
          <AppsCard {...chartQuery} />
        </div>
      </div>
    </Page>
  )
}
