import type { HttpOptions } from '@hufu/contract/provisioning/sync-options'
import type { Reply } from '../../../outside/reach.ts'
import { at } from './path.ts'
import { SourceFault, type RawRow } from './source.ts'
import { text } from './text.ts'

export interface Page {
  rows: readonly RawRow[]
  json: unknown
  reply: Reply
}

/** Where the next page is; undefined after the last. A source that would give the same page for ever is at fault. */
export function nextPage(paging: HttpOptions['page'], address: URL, { rows, json, reply }: Page): URL | undefined {
  if (paging.kind === 'none') return undefined
  if (paging.kind === 'link') return linkedPage(address, reply)
  const next = new URL(address)
  if (paging.kind === 'page') {
    if (rows.length < paging.size) return undefined
    next.searchParams.set(paging.pageParam, String(Number(address.searchParams.get(paging.pageParam)) + 1))
    return next
  }
  const cursor = at(json, paging.nextPath)
  if (cursor === undefined || cursor === null || cursor === '' || cursor === false) return undefined
  if (String(cursor) === address.searchParams.get(paging.param)) throw new SourceFault(text.source.samePage)
  next.searchParams.set(paging.param, String(cursor))
  return next
}

/** RFC 8288; a page on another host would be sent the credentials of this one. */
function linkedPage(address: URL, { headers }: Reply): URL | undefined {
  const link = [headers?.link ?? []].flat().join(', ')
  const target = link
    .split(/,(?=\s*<)/)
    .find(part => /;\s*rel="?next"?/i.test(part))
    ?.match(/<([^>]*)>/)?.[1]
  if (target === undefined) return undefined
  if (!URL.canParse(target, address)) throw new SourceFault(text.source.foreignPage)
  const next = new URL(target, address)
  if (next.origin !== address.origin) throw new SourceFault(text.source.foreignPage)
  if (next.href === address.href) throw new SourceFault(text.source.samePage)
  return next
}
