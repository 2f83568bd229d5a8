import { operLog } from '@hufu/contract/audit/audit'
import { actGroups, moduleName } from '@hufu/contract/audit/audit-text'
import type { ComponentProps } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { DateRangeField } from '../../../ui/list/search/date-range.tsx'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { SearchBar, SearchField, type SearchProps, useSearch } from '../../../ui/list/search/search-bar.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { text } from './text.ts'
import { ObjectField } from '../../../pickers/object-field.tsx'

const FRESH_MS = 600_000
const { labels, hints } = text

export function OperationFilters(search: SearchProps) {
  return (
    <SearchBar {...search}>
      <TextFilter name="userName" label={labels.userName} placeholder={hints.userName} />
      <ChoiceFilter name="result" label={labels.result} options={results} />
      <DateRangeField label={labels.time} begin="beginTime" end="endTime" endsToday withTime />
      <SearchField name="module" label={labels.module}>
        <ModuleChoice />
      </SearchField>
      <SearchField name="operateType" label={labels.operateType}>
        <ActChoice />
      </SearchField>
      <SearchField name="target" label={labels.target}>
        <TargetField />
      </SearchField>
      <TextFilter name="ip" label={labels.ip} placeholder={hints.ip} />
      <TextFilter name="traceId" label={labels.traceId} maxLength={32} />
    </SearchBar>
  )
}

const any = { value: '', label: text.any }
const results = [any, { value: '1', label: text.results[1]! }, { value: '0', label: text.results[0]! }]
type Field = Omit<ComponentProps<typeof SelectField>, 'options'>

/** Chooses among the modules with records. */
function ModuleChoice({ id, value }: Field) {
  const { change } = useSearch()
  const { data = [] } = useCall(operLog.modules, { staleTime: FRESH_MS })
  const options = [any, ...data.map(module => ({ value: module, label: moduleName(module) }))]
  return (
    <SelectField
      {...(id !== undefined && { id })}
      value={value ?? ''}
      options={options}
      onChange={module => change({ module, operateType: '' })}
    />
  )
}

/** An operation of one module is searched in that module only, as another's may have the same name. */
function ActChoice({ id }: { id?: string }) {
  const { values, change } = useSearch()
  const [module, operateType] = [String(values.module ?? ''), String(values.operateType ?? '')]
  const groups = actGroups(module).flatMap(group =>
    group.acts.map(act => ({
      value: `${group.module}.${act.operateType}`,
      label: act.label,
      group: group.module === '' ? text.anyModule : moduleName(group.module),
    })),
  )
  const chosen = operateType === '' ? undefined : groups.find(({ value }) => value.endsWith(`.${operateType}`))
  const choose = (value: string) => {
    const [of = '', act = ''] = value.split('.')
    change({ operateType: act, ...(of !== '' && { module: of }) })
  }
  return <SelectField {...(id !== undefined && { id })} value={chosen?.value ?? ''} options={[any, ...groups]} onChange={choose} />
}

/** The object whose records are searched. */
function TargetField({ id }: { id?: string }) {
  const { values, change } = useSearch()
  const target = String(values.target ?? '')
  const named = useCall(operLog.targetName, { query: { id: target }, enabled: target !== '', staleTime: FRESH_MS, quietly: true })
  const name = named.data?.name ?? undefined
  return <ObjectField id={id} label={text.labels.target} value={target} name={name} onChange={chosen => change({ target: chosen })} />
}
