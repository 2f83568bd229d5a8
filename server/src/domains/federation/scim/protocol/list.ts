import type { Caller } from '../caller.ts'
import { hashOf, openCursor, sealCursor, type Position } from './cursor.ts'
import { parseFilter } from './filter.ts'
import { invalid } from './problem.ts'
import { project, type AttributeSelection } from './project.ts'
import { member, type Resource } from './resource.ts'
import type { ResourceType } from './schema.ts'
import { text } from '../text.ts'

export const PAGE_DEFAULT = 100
export const PAGE_MAX = 500
const LIST_URN = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

export interface ListParams extends AttributeSelection {
  filter: string | undefined
  sortBy: string | undefined
  isDescending: boolean
  startIndex: number
  count: number
  /** '' starts a cursor walk; undefined means paging by `startIndex`. */
  cursor: string | undefined
}

const namesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [])
    .map(name => String(name).trim())
    .filter(name => name !== '')

export const selectionOf = (source: unknown): AttributeSelection => ({
  attributes: namesIn(member(source, 'attributes')),
  excluded: namesIn(member(source, 'excludedAttributes')),
})

function numberOf(source: unknown, name: string, fallback: number): number {
  const value = member(source, name)
  if (value === undefined || value === null || value === '') return fallback
  return /^-?\d{1,9}$/.test(String(value)) ? Number(value) : invalid(text.number(name))
}

/** Refuses a repeated parameter, because ignoring a repeated filter would return everything. */
function lineOf(source: unknown, name: string): string | undefined {
  const value = member(source, name)
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : invalid(text.valueWrong(name))
}

/** Reads list parameters from the query of a GET or from the body of a `.search` request. */
export function listParams(source: unknown): ListParams {
  const cursor = lineOf(source, 'cursor')
  const count = numberOf(source, 'count', PAGE_DEFAULT)
  if (cursor !== undefined && member(source, 'startIndex') !== undefined) invalid(text.cursorAndIndex)
  if (cursor !== undefined && count < 1) invalid(text.cursorCount, 'invalidCount')
  return {
    ...selectionOf(source),
    filter: lineOf(source, 'filter') || undefined,
    sortBy: lineOf(source, 'sortBy') || undefined,
    isDescending: /^desc/i.test(lineOf(source, 'sortOrder') ?? ''),
    startIndex: Math.max(1, numberOf(source, 'startIndex', 1)),
    count: Math.min(PAGE_MAX, Math.max(0, count)),
    cursor,
  }
}

/** The page to read from the database. */
export interface Page {
  filter: ReturnType<typeof parseFilter> | undefined
  sortBy: string
  isDescending: boolean
  after: Position | undefined
  count: number
  offset: number
  /** How many rows match, if they were counted. */
  total?: number | undefined
}
export interface ListedResource {
  resource: Resource
  position: Position
}
export interface Lister {
  type: ResourceType
  /** How many rows match the filter. */
  total(page: Page): Promise<number>
  rows(page: Page, wanted: AttributeSelection): Promise<ListedResource[]>
}

export async function listReply(caller: Caller, lister: Lister, params: ListParams): Promise<Resource> {
  const { cursor, filter, sortBy = 'id', isDescending, startIndex, count } = params
  const queryHash = hashOf([lister.type.id, filter, sortBy.toLowerCase(), isDescending, params.attributes, params.excluded])
  const page: Page = {
    filter: filter === undefined ? undefined : parseFilter(filter),
    sortBy: sortBy.toLowerCase(),
    isDescending,
    after: cursor ? openCursor(caller, cursor, queryHash) : undefined,
    // One row more than requested shows whether another page follows.
    count: cursor === undefined ? count : count + 1,
    offset: cursor === undefined ? startIndex - 1 : 0,
  }
  // A cursor walk counts only on its first page and never with a filter; RFC 9865 section 2 makes `totalResults` optional.
  const isCounted = cursor === undefined || (cursor === '' && filter === undefined)
  const totalResults = isCounted ? await lister.total(page) : undefined
  const isEmpty = page.count === 0 || (totalResults !== undefined && page.offset >= totalResults)
  const rows = isEmpty ? [] : await lister.rows({ ...page, total: totalResults }, params)
  const shown = rows.slice(0, count)
  const last = shown.at(-1)
  return {
    schemas: [LIST_URN],
    ...(totalResults !== undefined && { totalResults }),
    ...(cursor === undefined && { startIndex }),
    itemsPerPage: shown.length,
    ...(rows.length > count && last && { nextCursor: sealCursor(caller, last.position, queryHash) }),
    Resources: shown.map(({ resource }) => project(resource, params, lister.type)),
  }
}
