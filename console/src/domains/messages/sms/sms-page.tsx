import { SMS_TYPES, type Sms, sms, type SmsType } from '@hufu/contract/messages/sms'
import Input from 'antd/es/input/Input'
import { useEffect } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { presets } from '../../../platform/dates.ts'
import { inBackground } from '../../../platform/error-log.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { DateRangeField } from '../../../ui/list/date-range.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { ListTools, useFold } from '../../../ui/list/list-tools.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { SearchBar, SearchField } from '../../../ui/list/search-bar.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { columnsOf, WAITING } from './columns.tsx'
import { ExportButton } from './export-button.tsx'
import { text } from './text.ts'
import { Tiles } from './tiles.tsx'
import './sms.css'

// Comes when the first record is looked at.
const SmsDrawer = lazyComponent(() => import('./sms-drawer.tsx'))

const NO_FILTERS = { telephone: '', type: '', result: '', beginTime: '', endTime: '' }
type Filters = typeof NO_FILTERS
const LOOK_AGAIN_MS = 2000

/** What was sent to whom, why and with what end; never what it said. */
export default function SmsPage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), ...NO_FILTERS })
  const { current, size, ...filters } = params
  const asked = askedFor(filters)
  const rows = useCall(sms.page, { query: { current, size, ...asked }, keepPrevious: true })
  const today = useCall(sms.overview)
  const drawer = useDialog<Sms>()
  const fold = useFold()
  const search = (typed: Partial<Filters>) => setParams({ ...typed, current: 1 })
  const look = () => {
    inBackground(rows.refetch())
    inBackground(today.refetch())
  }
  useWhileWaiting((today.data?.waiting ?? 0) > 0 || (rows.data?.records.some(({ result }) => result === WAITING) ?? false), look)
  return (
    <Page title={text.title} description={text.description} actions={<ExportButton filters={asked} />}>
      {today.data && <Tiles today={today.data} onLook={result => search({ ...NO_FILTERS, ...thisDay(), result })} />}
      <Card>
        <SearchBar values={filters} hidden={fold.isFolded} onSearch={search} onReset={() => search(NO_FILTERS)}>
          <SearchField name="telephone" label={text.filters.telephone}>
            <Input maxLength={11} placeholder={text.filters.telephoneHint} allowClear />
          </SearchField>
          <SearchField name="type" label={text.filters.type}>
            <NativeSelect options={types} />
          </SearchField>
          <SearchField name="result" label={text.filters.result}>
            <NativeSelect options={results} />
          </SearchField>
          <DateRangeField label={text.filters.time} begin="beginTime" end="endTime" endsToday withLong withTime />
        </SearchBar>
        <ListTools fold={fold} onRefresh={look} />
        <DataTable<Sms>
          label={text.list}
          of={rows}
          columns={columnsOf(drawer.open)}
          paging={params}
          onPage={setParams}
          rowName={row => text.rowName(row.createTime, row.telephone)}
          empty={{ title: text.none, hint: text.noneHint }}
          onClearFilters={list.isFiltered ? () => search(NO_FILTERS) : undefined}
        />
      </Card>
      {drawer.isOpen && drawer.item && <SmsDrawer id={drawer.item.id} onClose={drawer.close} />}
    </Page>
  )
}

/** As long as something is on its way it is looked at again. */
function useWhileWaiting(isWaiting: boolean, look: () => void): void {
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(look, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWaiting, look])
}

const askedFor = ({ telephone, type, result, beginTime, endTime }: Filters) => ({
  ...(telephone && { telephone }),
  ...(isType(type) && { type }),
  ...(result && { result: Number(result) }),
  ...(beginTime && { beginTime }),
  ...(endTime && { endTime }),
})
const isType = (type: string): type is SmsType => (SMS_TYPES as readonly string[]).includes(type)

function thisDay() {
  const [beginTime, endTime] = presets()
    .find(({ name }) => name === 'today')!
    .range()
  return { beginTime, endTime }
}

const any = { value: '', label: text.any }
const types = [any, ...SMS_TYPES.map(value => ({ value, label: text.types[value] }))]
const results = [any, ...['1', '0', '2'].map(value => ({ value, label: text.results[Number(value)]! }))]
