import { presets } from '../../../platform/dates.ts'
import { flagIn } from '../../../ui/list/list-params.ts'

const week = presets().find(preset => preset.name === 'lastWeek')!

export const NO_FILTERS = {
  userName: '',
  beginTime: '',
  endTime: '',
  result: '',
  module: '',
  operateType: '',
  target: '',
  ip: '',
  traceId: '',
}
export type Filters = typeof NO_FILTERS

/** The last seven days by default; a link to one trace or object searches all records. */
export function defaultFilters(search: URLSearchParams): Filters {
  if (search.has('traceId') || search.has('target') || search.has('id')) return NO_FILTERS
  const [beginTime, endTime] = week.range()
  return { ...NO_FILTERS, beginTime, endTime }
}

/** The set filters in the form of the call. */
export function queryOf(filters: Filters) {
  const { result, ...rest } = filters
  const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')) as Partial<typeof rest>
  return { ...filled, result: flagIn(result) }
}
