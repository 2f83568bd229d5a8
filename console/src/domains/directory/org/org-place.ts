/** The range kept in the address of /organiz/org-list and passed to the pages below it. */
export const ORG_LIST = '/organiz/org-list'

export interface Range {
  orgRangeId: string
  orgRangeName: string
}

/** An address below the list, which leads back to the same range. */
export function childListPath(path: string, { orgRangeId, orgRangeName }: Range, query: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...query, ...(orgRangeId && { orgRangeId, orgRangeName }) })
  return search.size > 0 ? `${path}?${search.toString()}` : path
}

/** The detail page; its breadcrumb and back link follow the page the user came from (O-13). */
export const detailOf = (id: string, range: Range): string => childListPath('/organiz/orgDetail', range, { id, from: 'org-list' })
export const DELEGATION = '/organiz/grade-admin'
export const delegationsOf = (orgId: string, range: Range): string => childListPath(DELEGATION, range, { orgId, from: 'org-list' })
