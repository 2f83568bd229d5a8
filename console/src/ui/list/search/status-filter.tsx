import { ChoiceFilter, type Filter } from './filters.tsx'
import { text } from '../list-text.ts'

/** Filters by status: all, enabled, disabled. */
export const StatusFilter = (filter: Filter) => <ChoiceFilter {...filter} options={statuses} />

const statuses = [
  { value: '', label: text.any },
  { value: '1', label: text.enabled },
  { value: '0', label: text.disabled },
]
