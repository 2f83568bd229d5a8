import { at } from '../mapping/path.ts'
import { SourceError } from './source.ts'
import { text } from '../text.ts'

const TOTAL_NAMES = [
  'total',
  'totalCount',
  'total_count',
  'totalNum',
  'totalElements',
  'totalSize',
  'totalResults',
  'recordsTotal',
  'count',
]

/** Guesses the path of the total number of rows in a reply: beside the list, or at the top level. */
export function guessTotal(json: unknown, listPath: string, rows: number): string | undefined {
  const beside = listPath.includes('.') ? listPath.slice(0, listPath.lastIndexOf('.') + 1) : ''
  return [...new Set([beside, ''])]
    .flatMap(prefix => TOTAL_NAMES.map(name => prefix + name))
    .find(path => {
      const total = at(json, path)
      // `count` is often the number of rows on the page, so a total of that name must be larger.
      return typeof total === 'number' && (path.endsWith('count') && !path.includes('total') ? total > rows : total >= rows)
    })
}

/** Refuses a read whose number of rows differs from the total that the source states. */
export function refuseShort(json: unknown, path: string, read: number): void {
  const value = at(json, path)
  const total = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof total !== 'number') throw new SourceError(text.source.noTotal)
  if (total !== read) throw new SourceError(text.source.short(read, total))
}
