import { foldName } from '@hufu/contract/written'
import { isIP } from 'node:net'
import { sql, type RawBuilder } from 'kysely'
import type { Page, Paging } from '@hufu/contract/shapes'

export const offsetOf = ({ current, size }: Paging): number => (current - 1) * size

/** The page envelope. */
export const pageOf = <T>({ current, size }: Paging, total: number, records: T[]): Page<T> => ({
  current,
  size,
  total,
  pages: Math.ceil(total / size),
  records,
})

/** Up to so many rows of a filtered list are collected before they are sorted. */
export const COLLECTED_MAX = 20_000

/**
 * The end of a subquery that selects the `total` rows of a list (infinite if the count was cut off), before they are sorted and cut
 * to a page. PostgreSQL believes that the rows a filter finds are spread evenly, and walks the index of the order until a page is
 * full; if they all come last, it reads the whole table row by row. `offset 0` makes it find them first (decision 0132).
 */
export const collected = (total: number): RawBuilder<unknown> =>
  total === 0 ? sql`limit 0` : total <= COLLECTED_MAX ? sql`offset 0` : sql``

/** A text filter: contains, letter case ignored, % and _ and \ literal (D-07). */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Whether a name contains the text, by what is meant: width, blanks and middle dots make no difference. */
export const nameContains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`fold_name(${sql.ref(column)}) like ${contains(foldName(text))}`

/** The name of a user as it is compared, which is the second line of `search`. */
export const foldedRealName = (user: string): RawBuilder<string> => sql<string>`split_part(${sql.ref(`${user}.search`)}, E'\\n', 2)`

/** The same for the name of a user. */
export const realNameContains = (user: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${foldedRealName(user)} like ${contains(foldName(text))}`

/** Like `contains` for an IP address; a complete address matches only itself, so 10.0.0.1 does not find 10.0.0.11. */
export const addressLike = (column: string, ip: string): RawBuilder<boolean> =>
  isIP(ip) === 0 ? sql<boolean>`${sql.ref(column)} ilike ${contains(ip)}` : sql<boolean>`${sql.ref(column)} = ${ip.toLowerCase()}`
