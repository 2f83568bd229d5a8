import type { HttpOptions } from '@hufu/contract/provisioning/sync-options'
import type { Reply } from '../../../../outside/http-sender.ts'
import { at } from '../mapping/path.ts'
import { SourceError, type RawRow } from './source.ts'
import { text } from '../text.ts'

/** `index` pages by the position of the first row, as SCIM does; the total number of rows says when it ends. */
export type Paging = HttpOptions['page'] | { kind: 'index'; size: number }

export interface Page {
  rows: readonly RawRow[]
  json: unknown
  reply: Reply
}

/** The address of the next page; undefined after the last. A source that repeats a page is refused, as the read would never end. */
export function nextPage(paging: Paging, address: URL, { rows, json, reply }: Page): URL | undefined {
  if (paging.kind === 'none') return undefined
  if (paging.kind === 'link') return nextLinkOf(address, reply)
  const next = new URL(address)
  if (paging.kind === 'index') return nextPlace(next, { rows, json })
  if (paging.kind === 'page') {
    if (rows.length < paging.size) return undefined
    next.searchParams.set(paging.pageParam, String(Number(address.searchParams.get(paging.pageParam)) + 1))
    return next
  }
  const cursor = at(json, paging.nextPath)
  if (cursor === undefined || cursor === null || cursor === '' || cursor === false) return undefined
  if (String(cursor) === address.searchParams.get(paging.param)) throw new SourceError(text.source.samePage)
  next.searchParams.set(paging.param, String(cursor))
  return next
}

/** The next position. A server that claims more rows and returns none is refused, because the read would be incomplete. */
function nextPlace(next: URL, { rows, json }: Pick<Page, 'rows' | 'json'>): URL | undefined {
  const [all, place] = [at(json, 'totalResults'), Number(next.searchParams.get('startIndex')) + rows.length]
  if (typeof all !== 'number') throw new SourceError(text.source.notList)
  if (place > all) return undefined
  if (rows.length === 0) throw new SourceError(text.source.samePage)
  next.searchParams.set('startIndex', String(place))
  return next
}

/** The `next` link of RFC 8288. A link to another origin is refused, because that origin would get the credentials of this one. */
function nextLinkOf(address: URL, { headers }: Reply): URL | undefined {
  const link = [headers?.link ?? []].flat().join(', ')
  const target = link
    .split(/,(?=\s*<)/)
    .find(part => /;\s*rel="?next"?/i.test(part))
    ?.match(/<([^>]*)>/)?.[1]
  if (target === undefined) return undefined
  if (!URL.canParse(target, address)) throw new SourceError(text.source.foreignPage)
  const next = new URL(target, address)
  if (next.origin !== address.origin) throw new SourceError(text.source.foreignPage)
  if (next.href === address.href) throw new SourceError(text.source.samePage)
  return next
}
