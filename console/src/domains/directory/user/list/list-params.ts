import type { List } from '../../../../ui/list/use-list.ts'

/** Parameters of the list's address besides its filters. */
export const PLACE = {
  orderBy: '',
  asc: true,
  tab: 'users',
  orgId: '',
  /** 'true' or 'false'; '' where the user has not chosen: see includesChildren. */
  hasIncludeChild: '',
}
export type Users = List<Filters, typeof PLACE>
export type Params = Omit<Users['params'], 'hasIncludeChild'> & { hasIncludeChild: boolean }

/** By default the list of the top organisation includes those below, as hardly anybody has a job at the top; other lists do not. */
export const includesChildren = (value: string, isTop: boolean): boolean => (value === '' ? isTop : value === 'true')

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

/** The filters in use, in the form of a batch or an export (D-08), without empty ones. */
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

/** Rows can be reordered by hand only if the list is one whole organisation in its own order. */
export const isSortable = ({ hasIncludeChild, orderBy }: Params, isFiltered: boolean): boolean =>
  !hasIncludeChild && orderBy === '' && !isFiltered

/** The ids of an export are in the address, which holds no more (16 kB). */
export const EXPORT_IDS_MAX = 400
