import { ChoiceFilter, type Filter } from './filters.tsx'
import { text } from './list-text.ts'

/** Of what can be put out of use: all of it, or what is in use, or what is not. */
export const StatusFilter = (filter: Filter) => <ChoiceFilter {...filter} options={statuses} />

const statuses = [
  { value: '', label: text.any },
  { value: '1', label: text.enabled },
  { value: '0', label: text.disabled },
]
