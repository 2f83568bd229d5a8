import { operLog } from '@hufu/contract/audit/audit'
import { actChoices, moduleName } from '@hufu/contract/audit/audit-text'
import Input from 'antd/es/input/Input'
import type { ComponentProps } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { Choice } from '../../../ui/form/choice.tsx'
import { DateRangeField } from '../../../ui/list/date-range.tsx'
import { SearchBar, SearchField, useSearch } from '../../../ui/list/search-bar.tsx'
import type { Filters } from './period.ts'
import { text } from './text.ts'

const FRESH_MS = 600_000
const { labels, hints } = text

interface Props {
  filters: Filters
  hidden: boolean
  onSearch: (patch: Partial<Filters>) => void
  onReset: () => void
}

export function OperationFilters({ filters, hidden, onSearch, onReset }: Props) {
  return (
    <SearchBar values={filters} onSearch={onSearch} onReset={onReset} hidden={hidden}>
      <SearchField name="userName" label={labels.userName}>
        <Input maxLength={50} placeholder={hints.userName} allowClear />
      </SearchField>
      <SearchField name="result" label={labels.result}>
        <Choice options={results} />
      </SearchField>
      <DateRangeField label={labels.time} begin="beginTime" end="endTime" endsToday withTime />
      <SearchField name="module" label={labels.module}>
        <ModuleChoice />
      </SearchField>
      <SearchField name="operateType" label={labels.operateType}>
        <ActChoice />
      </SearchField>
      <SearchField name="target" label={labels.target}>
        <Input maxLength={64} allowClear />
      </SearchField>
      <SearchField name="ip" label={labels.ip}>
        <Input maxLength={50} placeholder={hints.ip} allowClear />
      </SearchField>
      <SearchField name="traceId" label={labels.traceId}>
        <Input maxLength={32} allowClear />
      </SearchField>
    </SearchBar>
  )
}

const any = { value: '', label: text.any }
const results = [any, { value: '1', label: text.results[1]! }, { value: '0', label: text.results[0]! }]
type Field = Omit<ComponentProps<typeof Choice>, 'options'>

/** Of what there are records of. */
function ModuleChoice(field: Field) {
  const { data = [] } = useCall(operLog.modules, { staleTime: FRESH_MS })
  return <Choice {...field} options={[any, ...data.map(module => ({ value: module, label: moduleName(module) }))]} />
}

function ActChoice(field: Field) {
  const { values } = useSearch()
  return <Choice {...field} options={[any, ...actChoices(String(values.module ?? ''))]} />
}
