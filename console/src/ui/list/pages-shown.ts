const AROUND = 2

/** The page numbers a pager shows: first, last, those around the current one; undefined marks a gap. */
export function pagesShown(current: number, last: number): (number | undefined)[] {
  const from = Math.max(2, Math.min(current - AROUND, last - 2 * AROUND - 1))
  const to = Math.min(last - 1, Math.max(current + AROUND, 2 * AROUND + 2))
  const middle = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  const isNear = (gap: number) => gap === 1
  const before = isNear(from - 1) ? [] : from - 1 === 2 ? [2] : [undefined]
  const after = to >= last - 1 ? [] : to === last - 2 ? [last - 1] : [undefined]
  return last === 1 ? [1] : [1, ...before, ...middle, ...after, last]
}
