import { pageSize } from '../../../ui/list/list-params.ts'

/** What stands in the address of the list. */
export const defaults = () => ({
  current: 1,
  size: pageSize(),
  orderBy: '',
  asc: true,
  tab: 'users',
  orgId: '',
  /** 'true' or 'false'; '' where nobody has said: see includesChildren. */
  hasIncludeChild: '',
  searchKey: '',
  status: '',
  jobType: '',
  labelId: '',
  workGroupId: '',
  rankId: '',
  positionalTitlesId: '',
  positionId: '',
  stationId: '',
  beginTime: '',
  endTime: '',
})
export type Asked = ReturnType<typeof defaults>
export type Params = Omit<Asked, 'hasIncludeChild'> & { hasIncludeChild: boolean }

/** At the top of the tree hardly anybody has their job: until it is said otherwise its list reaches down, every other stays with its own. */
export const includesChildren = (said: string, isTop: boolean): boolean => (said === '' ? isTop : said === 'true')

export const NO_FILTERS = {
  searchKey: '',
  status: '',
  jobType: '',
  labelId: '',
  workGroupId: '',
  rankId: '',
  positionalTitlesId: '',
  positionId: '',
  stationId: '',
  beginTime: '',
  endTime: '',
}
export type Filters = typeof NO_FILTERS

export const filtersIn = (given: Filters): Filters =>
  Object.fromEntries(Object.keys(NO_FILTERS).map(name => [name, given[name as keyof Filters]])) as Filters
export const isNarrowed = (params: Params): boolean => Object.values(filtersIn(params)).some(value => value !== '')

/** The filters that stand, as a batch or an export takes them (D-08): empty ones left out. */
export function positionAttributeFilters(params: Params): Record<string, string> {
  return Object.fromEntries(Object.entries(filtersIn(params)).filter(([, value]) => value !== ''))
}

const number = (value: string) => (value === '' ? undefined : Number(value))

export function queryOf(params: Params, orgId: string) {
  const { tab: _tab, asc, orderBy, status, jobType, ...rest } = params
  return {
    ...rest,
    orgId,
    status: number(status),
    jobType: number(jobType),
    ...(orderBy !== '' && { orderBy, asc }),
  }
}

/** Rows may be put in another order by hand where the list is one organisation, whole and in its own order. */
export const isSortable = (params: Params): boolean => !params.hasIncludeChild && params.orderBy === '' && !isNarrowed(params)

/** The ids of an export travel in the address: more do not fit (16 kB). */
export const EXPORT_IDS_MAX = 400
