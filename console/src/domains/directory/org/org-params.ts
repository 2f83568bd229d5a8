import type { List } from '../../../ui/list/use-list.ts'

export const NO_FILTERS = { name: '', code: '', status: '', orgType: '', beginTime: '', endTime: '' }

/** Parameters of the list's address besides its filters. */
export const PLACE = { parentId: '', hasIncludeChild: false, orgRangeId: '', orgRangeName: '', orderBy: '', asc: true }
export type Orgs = List<typeof NO_FILTERS, typeof PLACE>
export type Params = Orgs['params']

/** The filters in the form of the calls: for the page, and as text for the export. */
export function filtersOf({ name, code, status, orgType, beginTime, endTime, orgRangeId, hasIncludeChild }: Params, parentId: string) {
  return {
    name,
    code,
    orgType,
    beginTime,
    endTime,
    orgRangeId,
    parentId,
    ...(status !== '' && { status: Number(status) as 0 | 1 }),
    ...(parentId !== '' && { hasIncludeChild }),
  }
}
export type Filters = ReturnType<typeof filtersOf>
