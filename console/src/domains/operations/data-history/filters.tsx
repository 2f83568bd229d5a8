import { dataHistory, OPERATE_TYPES } from '@hufu/contract/operations/data-history'
import { useCall } from '../../../platform/calls.ts'
import { DateRangeField } from '../../../ui/list/search/date-range.tsx'
import { RangeChips } from '../../../ui/list/search/range-chips.tsx'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { InWords, SearchBar, SearchField, type SearchProps, useSearch } from '../../../ui/list/search/search-bar.tsx'
import { text } from './text.ts'
import { ObjectField } from '../../../pickers/object-field.tsx'

export const NO_FILTERS = { tableName: '', userName: '', operateType: '', recordId: '', operationId: '', beginTime: '', endTime: '' }
export type Filters = typeof NO_FILTERS

const FRESH_MS = 600_000
const any = { value: '', label: text.any }
const acts = [any, ...OPERATE_TYPES.map(value => ({ value, label: text.verbs[value] }))]

/** The usual ranges under the two times; a click searches at once. */
function TimeChips({ onSearch }: Pick<SearchProps, 'onSearch'>) {
  const { values } = useSearch()
  const { beginTime, endTime, ...others } = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]))
  return (
    <RangeChips
      value={[beginTime ?? '', endTime ?? '']}
      onChange={([begin, end]) => onSearch({ ...others, beginTime: begin, endTime: end })}
    />
  )
}

export function HistoryFilters(search: SearchProps) {
  const { data = [] } = useCall(dataHistory.listTable, { staleTime: FRESH_MS })
  return (
    <SearchBar {...search}>
      <ChoiceFilter
        name="tableName"
        label={text.fields.table}
        options={[any, ...data.map(({ tableName, name }) => ({ value: tableName, label: name }))]}
      />
      <Record name="recordId" />
      <DateRangeField label={text.fields.time} begin="beginTime" end="endTime" endsToday withTime>
        <TimeChips onSearch={search.onSearch} />
      </DateRangeField>
      <TextFilter name="userName" label={text.fields.user} placeholder={text.hints.user} />
      <ChoiceFilter name="operateType" label={text.fields.act} options={acts} />
    </SearchBar>
  )
}

/** Filters by one record; an operation is filtered by a link from a change, and shown beside the list. */
function Record({ name }: { name: string }) {
  return (
    <>
      <SearchField name={name} label={text.fields.record}>
        <RecordField />
      </SearchField>
      <InWords label={text.fields.operation} names={['operationId']}>
        {() => text.thisOperation}
      </InWords>
    </>
  )
}

/** The record whose changes are searched; records of other kinds are chosen from one of their changes. */
function RecordField({ id }: { id?: string }) {
  const { values, change } = useSearch()
  const recordId = String(values.recordId ?? '')
  const query = { recordId, current: 1, size: 1 }
  const last = useCall(dataHistory.page, { query, enabled: recordId !== '', staleTime: FRESH_MS, quietly: true })
  const name = last.data?.records[0]?.recordName ?? undefined
  return <ObjectField id={id} label={text.fields.record} value={recordId} name={name} onChange={chosen => change({ recordId: chosen })} />
}
