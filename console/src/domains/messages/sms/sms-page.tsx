import { SMS_TYPES, type Sms, sms, type SmsType } from '@hufu/contract/messages/sms'
import { useAction, useCall } from '../../../platform/calls.ts'
import { presets } from '../../../platform/dates.ts'
import { inBackground } from '../../../platform/error-log.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { SheetButton } from '../../../ui/list/sheet-button.tsx'
import { usePollWhile } from '../../../ui/list/use-poll-while.ts'
import { useList } from '../../../ui/list/use-list.ts'
import { DateRangeField } from '../../../ui/list/search/date-range.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { columnsOf, WAITING } from './columns.tsx'
import { text } from './text.ts'
import { Tiles } from './tiles.tsx'
import './sms.css'

// Loaded when the first record is opened.
const SmsDrawer = lazyComponent(() => import('./sms-drawer.tsx'))

const NO_FILTERS = { telephone: '', type: '', result: '', beginTime: '', endTime: '' }
type Filters = typeof NO_FILTERS

/** Messages sent: to whom, why and with what result, without their secrets. */
export default function SmsPage() {
  const list = useList(NO_FILTERS)
  const query = filterQuery(list.filters)
  const rows = useCall(sms.page, { query: { ...list.paging, ...query }, keepPrevious: true })
  const today = useCall(sms.overview)
  const drawer = useDialog<Sms>()
  const { run } = useAction(sms.exportExcel)
  const sheet = (
    <SheetButton call={sms.exportExcel} title={text.exporting} start={uuid => run({ query: { uuid, query: JSON.stringify(query) } })}>
      {text.export}
    </SheetButton>
  )
  const look = () => {
    inBackground(rows.refetch())
    inBackground(today.refetch())
  }
  usePollWhile((today.data?.waiting ?? 0) > 0 || (rows.data?.records.some(({ result }) => result === WAITING) ?? false), look)
  return (
    <ListPage<Sms>
      words={text}
      actions={sheet}
      list={list}
      search={
        <SearchBar {...list.search}>
          <TextFilter name="telephone" label={text.filters.telephone} maxLength={11} placeholder={text.filters.telephoneHint} />
          <ChoiceFilter name="type" label={text.filters.type} options={types} />
          <ChoiceFilter name="result" label={text.filters.result} options={results} />
          <DateRangeField label={text.filters.time} begin="beginTime" end="endTime" endsToday withLong withTime />
        </SearchBar>
      }
      tools={today.data && <Tiles today={today.data} onLook={result => list.narrow({ ...NO_FILTERS, ...todayRange(), result })} />}
      onRefresh={look}
      of={rows}
      columns={columnsOf(drawer.open)}
      rowName={row => text.rowName(row.createTime, row.telephone)}
    >
      {drawer.isOpen && drawer.item && <SmsDrawer id={drawer.item.id} onClose={drawer.close} />}
    </ListPage>
  )
}

const filterQuery = ({ telephone, type, result, beginTime, endTime }: Filters) => ({
  ...(telephone && { telephone }),
  ...(isType(type) && { type }),
  ...(result && { result: Number(result) }),
  ...(beginTime && { beginTime }),
  ...(endTime && { endTime }),
})
const isType = (type: string): type is SmsType => (SMS_TYPES as readonly string[]).includes(type)

function todayRange() {
  const [beginTime, endTime] = presets()
    .find(({ name }) => name === 'today')!
    .range()
  return { beginTime, endTime }
}

const any = { value: '', label: text.any }
const types = [any, ...SMS_TYPES.map(value => ({ value, label: text.types[value] }))]
const results = [any, ...['1', '0', '2'].map(value => ({ value, label: text.results[Number(value)]! }))]
