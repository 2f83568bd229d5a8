import type { List } from '../../../ui/list/use-list.ts'

/** What stands in the address of the list besides its filters. */
export const PLACE = {
  orderBy: '',
  asc: true,
  tab: 'users',
  orgId: '',
  /** 'true' or 'false'; '' where nobody has said: see includesChildren. */
  hasIncludeChild: '',
}
export type Users = List<Filters, typeof PLACE>
export type Params = Omit<Users['params'], 'hasIncludeChild'> & { hasIncludeChild: boolean }

/** At the top of the tree hardly anybody has their job: until it is said otherwise its list reaches down, every other stays with its own. */
export const includesChildren = (said: string, isTop: boolean): boolean => (said === '' ? isTop : said === 'true')

export const NO_FILTERS = {
  searchKey: '',
  status: '',
  jobType: '',
  labelId: '',
  workGroupId: '',
  hasPassword: '',
  rankId: '',
  positionalTitlesId: '',
  positionId: '',
  stationId: '',
  beginTime: '',
  endTime: '',
}
export type Filters = typeof NO_FILTERS

/** The filters that are set, as a batch or an export takes them (D-08): empty ones left out. */
export function setFilters(params: Filters): Record<string, string> {
  const names = Object.keys(NO_FILTERS) as (keyof Filters)[]
  return Object.fromEntries(names.map(name => [name, params[name]]).filter(([, value]) => value !== ''))
}

const number = (value: string) => (value === '' ? undefined : Number(value))

export function queryOf(params: Params, orgId: string) {
  const { tab: _tab, asc, orderBy, status, jobType, hasPassword, ...rest } = params
  return {
    ...rest,
    orgId,
    status: number(status),
    jobType: number(jobType),
    hasPassword: hasPassword === '' ? undefined : hasPassword === 'true',
    ...(orderBy !== '' && { orderBy, asc }),
  }
}

/** Rows may be put in another order by hand where the list is one organisation, whole and in its own order. */
export const isSortable = ({ hasIncludeChild, orderBy }: Params, isFiltered: boolean): boolean =>
  !hasIncludeChild && orderBy === '' && !isFiltered

/** The ids of an export travel in the address: more do not fit (16 kB). */
export const EXPORT_IDS_MAX = 400
