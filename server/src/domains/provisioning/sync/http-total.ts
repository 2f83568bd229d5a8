import { at } from './path.ts'
import { SourceError } from './source.ts'
import { text } from './text.ts'

const USUAL = ['total', 'totalCount', 'total_count', 'totalNum', 'totalElements', 'totalSize', 'totalResults', 'recordsTotal', 'count']

/** Where an answer seems to say how many rows there are in all: beside the list, or at the top. */
export function guessTotal(json: unknown, listPath: string, rows: number): string | undefined {
  const beside = listPath.includes('.') ? listPath.slice(0, listPath.lastIndexOf('.') + 1) : ''
  return [...new Set([beside, ''])]
    .flatMap(prefix => USUAL.map(name => prefix + name))
    .find(path => {
      const total = at(json, path)
      // A count is often that of the page.
      return typeof total === 'number' && (path.endsWith('count') && !path.includes('total') ? total > rows : total >= rows)
    })
}

/** A list that ends before it has what the source says it has was not read whole. */
export function refuseShort(json: unknown, path: string, read: number): void {
  const value = at(json, path)
  const total = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof total !== 'number') throw new SourceError(text.source.noTotal)
  if (total !== read) throw new SourceError(text.source.short(read, total))
}
