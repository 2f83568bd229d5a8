import { isIP } from 'node:net'
import { sql, type RawBuilder } from 'kysely'
import type { Page, Paging } from '@hufu/contract/shapes'

export const offsetOf = ({ current, size }: Paging): number => (current - 1) * size

/** The page envelope (D-06). */
export const pageOf = <T>({ current, size }: Paging, total: number, records: T[]): Page<T> => ({
  current,
  size,
  total,
  pages: Math.ceil(total / size),
  records,
})

/** A text filter: contains, letter case ignored, % and _ and \ literal (D-07). */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Like `contains` for an IP address; a complete address matches only itself, so 10.0.0.1 does not find 10.0.0.11. */
export const addressLike = (column: string, ip: string): RawBuilder<boolean> =>
  isIP(ip) === 0 ? sql<boolean>`${sql.ref(column)} ilike ${contains(ip)}` : sql<boolean>`${sql.ref(column)} = ${ip.toLowerCase()}`
