import { dataHistory, OPERATE_TYPES } from '@hufu/contract/operations/data-history'
import Input from 'antd/es/input/Input'
import { useCall } from '../../../platform/calls.ts'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { DateRangeField } from '../../../ui/list/date-range.tsx'
import { TextFilter } from '../../../ui/list/list-head.tsx'
import { SearchBar, SearchField } from '../../../ui/list/search-bar.tsx'
import { text } from './text.ts'

export const NO_FILTERS = { tableName: '', userName: '', operateType: '', recordId: '', operationId: '', beginTime: '', endTime: '' }
export type Filters = typeof NO_FILTERS

const FRESH_MS = 600_000
const any = { value: '', label: text.any }
const acts = [any, ...OPERATE_TYPES.map(value => ({ value, label: text.verbs[value] }))]

interface Props {
  filters: Filters
  hidden: boolean
  onSearch: (patch: Partial<Filters>) => void
  onReset: () => void
}

export function HistoryFilters({ filters, hidden, onSearch, onReset }: Props) {
  const { data = [] } = useCall(dataHistory.listTable, { staleTime: FRESH_MS })
  return (
    <SearchBar values={filters} onSearch={onSearch} onReset={onReset} hidden={hidden}>
      <SearchField name="tableName" label={text.fields.table}>
        <NativeSelect options={[any, ...data.map(({ tableName, name }) => ({ value: tableName, label: name }))]} />
      </SearchField>
      <SearchField name="userName" label={text.fields.user}>
        <Input maxLength={50} placeholder={text.hints.user} allowClear />
      </SearchField>
      <DateRangeField label={text.fields.time} begin="beginTime" end="endTime" endsToday withTime />
      <SearchField name="operateType" label={text.fields.act}>
        <NativeSelect options={acts} />
      </SearchField>
      <TextFilter name="recordId" label={text.fields.recordId} />
      <TextFilter name="operationId" label={text.fields.operationId} />
    </SearchBar>
  )
}
