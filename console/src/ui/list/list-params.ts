export type Plain = string | number | boolean
export type Widened<T> = {
  [K in keyof T]: T[K] extends number ? number : T[K] extends boolean ? boolean : T[K] extends string ? string : never
}

/** Reads a query string by the types of the defaults; invalid values become the default. */
export function readParams<T extends Record<string, Plain>>(search: URLSearchParams, defaults: T): Widened<T> {
  const read = Object.entries(defaults).map(([key, fallback]) => [key, readOne(search.get(key), fallback)])
  return Object.fromEntries(read) as Widened<T>
}

function readOne(parameter: string | null, fallback: Plain): Plain {
  if (parameter === null) return fallback
  if (typeof fallback === 'boolean') return parameter === 'true' || parameter === '1'
  if (typeof fallback === 'number') return /^\d{1,9}$/.test(parameter) ? Number(parameter) : fallback
  return parameter
}

/** A flag filter, from its text in the address. */
export const flagIn = (value: string): 0 | 1 | undefined => (['0', '1'].includes(value) ? (Number(value) as 0 | 1) : undefined)

/** Defaults are left out of the address; parameters of others (layout, hideBack …) stay. */
export function writeParams<T extends Record<string, Plain>>(
  search: URLSearchParams,
  values: Partial<Widened<T>>,
  defaults: T,
): URLSearchParams {
  const written = new URLSearchParams(search)
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === defaults[key]) written.delete(key)
    else written.set(key, String(value))
  }
  return written
}

const PAGING = new Set(['current', 'size', 'orderBy', 'asc'])

/** The values that filter a list, without page and order. */
export const filtersOf = <T extends Record<string, Plain>>(params: T) =>
  Object.fromEntries(Object.entries(params).filter(([key]) => !PAGING.has(key))) as Omit<T, 'current' | 'size' | 'orderBy' | 'asc'>

const SIZE_KEY = 'hufu-page-size'
export const PAGE_SIZES = [10, 20, 50, 100]

/** The page size the user chose last. */
export function pageSize(): number {
  const storedSize = Number(localStorage.getItem(SIZE_KEY))
  return PAGE_SIZES.includes(storedSize) ? storedSize : 20
}
export const keepPageSize = (size: number) => localStorage.setItem(SIZE_KEY, String(size))
