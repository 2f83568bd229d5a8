import type { List } from '../../../ui/list/use-list.ts'

export const NO_FILTERS = { name: '', code: '', status: '', orgType: '', beginTime: '', endTime: '' }

/** What stands in the address of the list besides its filters. */
export const PLACE = { parentId: '', hasIncludeChild: false, orgRangeId: '', orgRangeName: '', orderBy: '', asc: true }
export type Orgs = List<typeof NO_FILTERS, typeof PLACE>
export type Params = Orgs['params']

/** The filters as the calls take them: of the page and, as text, of the export (D-08). */
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
