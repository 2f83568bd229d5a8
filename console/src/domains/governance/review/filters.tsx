import { type ObjectType, reviewText } from '@hufu/contract/governance/review'
import type { ComponentProps } from 'react'
import { OrgSelect } from '../../../pickers/org/org-select.tsx'
import { DateRangeField } from '../../../ui/list/search/date-range.tsx'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { SearchBar, SearchField, type SearchProps } from '../../../ui/list/search/search-bar.tsx'
import { text } from './text.ts'

export const ALL = 'all'
/** First the requests for the caller, then by status. */
export const TABS = ['mine', '0', '1', '2', '3', ALL] as const
export const NO_FILTERS = { name: '', operateType: '', applyUser: '', beginTime: '', endTime: '', orgId: '', overdue: '' }
type Typed = typeof NO_FILTERS

type Operate = keyof typeof reviewText.operateType
const isOperate = (value: string): value is Operate => Object.hasOwn(reviewText.operateType, value)

export const filterQuery = (tab: string, { operateType, overdue, ...typed }: Typed) => ({
  ...Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')),
  ...(isOperate(operateType) && { operateType }),
  ...(overdue && { overdue: true }),
  ...(tab === TABS[0] && { mine: true }),
  ...(/^[0-3]$/.test(tab) && { status: Number(tab) }),
})

export function Filters({ objectType, ...search }: SearchProps & { objectType: ObjectType }) {
  const words = text.filters
  return (
    <SearchBar {...search}>
      <TextFilter name="name" label={words.name[objectType]} />
      <ChoiceFilter name="operateType" label={words.operateType} options={operations} />
      <TextFilter name="applyUser" label={words.applyUser} />
      <DateRangeField label={words.time} begin="beginTime" end="endTime" endsToday withLong withTime />
      <SearchField name="orgId" label={words.orgId}>
        <OrgFilter />
      </SearchField>
      <ChoiceFilter name="overdue" label={words.overdue} options={deadlines} />
    </SearchBar>
  )
}

const OrgFilter = (field: ComponentProps<typeof OrgSelect>) => <OrgSelect {...field} canClear placeholder={text.any} />
const any = { value: '', label: text.any }
const operations = [any, ...Object.entries(reviewText.operateType).map(([value, label]) => ({ value, label }))]
const deadlines = [any, { value: 'true', label: text.filters.isOverdue }]
