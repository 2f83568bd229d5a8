import { pageSize } from '../../../ui/list/list-params.ts'

const NOTHING_ASKED = { name: '', code: '', status: '', orgType: '', beginTime: '', endTime: '' }

/** Nothing but the chosen organisation narrows the list. */
export const NO_FILTERS = { ...NOTHING_ASKED, current: 1 }

/** What the list keeps in its address. */
export const defaults = () => ({
  current: 1,
  size: pageSize(),
  parentId: '',
  hasIncludeChild: false,
  orgRangeId: '',
  orgRangeName: '',
  ...NOTHING_ASKED,
  orderBy: '',
  asc: true,
})
export type Params = ReturnType<typeof defaults>

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
