import type { ComponentProps } from 'react'
import { DateRangeField } from '../../../../ui/list/search/date-range.tsx'
import { ChoiceFilter, TextFilter } from '../../../../ui/list/search/filters.tsx'
import { SearchBar, SearchField, type SearchProps } from '../../../../ui/list/search/search-bar.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { jobFields, useLabels, usePositionAttributes, useWorkGroups } from '../position-attributes.ts'
import { text } from '../text.ts'

export function Filters(search: SearchProps) {
  return (
    <SearchBar {...search}>
      <TextFilter name="searchKey" label={text.filters.searchKey} placeholder={text.filters.searchHint} title={text.filters.searchTitle} />
      <ChoiceFilter name="status" label={text.fields.status} options={statuses} />
      <ChoiceFilter name="jobType" label={text.fields.jobType} options={jobTypes} />
      {jobFields.map(({ field, label, call }) => (
        <SearchField key={field} name={field} label={label}>
          <PositionAttributeChoice call={call} />
        </SearchField>
      ))}
      <SearchField name="labelId" label={text.fields.labels}>
        <LabelChoice />
      </SearchField>
      <SearchField name="workGroupId" label={text.fields.workGroups}>
        <WorkGroupChoice />
      </SearchField>
      <ChoiceFilter name="hasPassword" label={text.filters.password} options={passwords} />
      <DateRangeField label={text.filters.created} begin="beginTime" end="endTime" />
    </SearchBar>
  )
}

// Its choices are loaded once it is visible.
function PositionAttributeChoice({ call, ...field }: Field & { call: (typeof jobFields)[number]['call'] }) {
  const list = usePositionAttributes(call)
  return <SelectField {...field} options={[any, ...(list.data ?? []).map(named)]} />
}
function LabelChoice(field: Field) {
  const labels = useLabels()
  return <SelectField {...field} options={[any, ...(labels.data ?? []).map(named)]} />
}
function WorkGroupChoice(field: Field) {
  const groups = useWorkGroups()
  return <SelectField {...field} options={[any, ...(groups.data ?? []).map(named)]} />
}
/** Passed by SearchField. */
type Field = Omit<ComponentProps<typeof SelectField>, 'options'>

const any = { value: '', label: text.filters.any }
const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
const statuses = [any, { value: '1', label: text.enabled }, { value: '0', label: text.disabled }, { value: '2', label: text.locked }]
const passwords = [any, { value: 'true', label: text.filters.isSet }, { value: 'false', label: text.filters.unset }]
const jobTypes = [any, { value: '1', label: text.mainJob }, { value: '2', label: text.otherJob }]
