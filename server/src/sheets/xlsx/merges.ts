import { columnOf } from './cell.ts'
import { TableError } from './limits.ts'
import type { Zip } from './unzip.ts'

export interface Range {
  top: number
  bottom: number
  left: number
  right: number
  value: string
}

const element = /<(?:\w{1,20}:)?mergeCell\s[^>]*?\bref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["'][^>]*>/g
const LONGEST_ELEMENT = 500
/** Excel's widest row. */
const COLUMNS_MAX = 16_384

/** The merged ranges of a sheet, which its XML lists after the rows; so they are searched for before the rows are read. */
export async function mergedRanges(zip: Zip, sheet: string): Promise<Range[]> {
  const found: Range[] = []
  let rest = ''
  for await (const chunk of zip.inflate(sheet)) {
    const xml = rest + chunk.toString('latin1')
    if (xml.includes('mergeCell'))
      for (const [, left, top, right, bottom] of xml.matchAll(element))
        found.push({ top: Number(top), bottom: Number(bottom), left: columnOf(left!), right: columnOf(right!), value: '' })
    rest = xml.slice(Math.max(xml.lastIndexOf('>') + 1, xml.length - LONGEST_ELEMENT))
  }
  return found.toSorted((one, other) => one.top - other.top)
}

/** Gives every cell of a merged range the value of its first cell, as a person sees it. Rows come in ascending order. */
export class Merges {
  readonly #ranges: readonly Range[]
  #next = 0
  #open: Range[] = []

  constructor(ranges: readonly Range[]) {
    this.#ranges = ranges
  }

  /** Fills the cells below filled titles; a title itself stays in its first column, and a row without any value stays empty. */
  fill(row: number, cells: string[], titles: readonly string[] | undefined): void {
    if (this.#ranges.length === 0) return
    this.#advance(row)
    for (const range of this.#open) if (range.top === row) range.value = cells[range.left] ?? ''
    if (!titles || cells.every(cell => cell.trim() === '')) return
    for (const range of this.#open)
      for (let column = range.left; column <= range.right && column < titles.length; column++) {
        if (titles[column] === '') continue
        while (cells.length < column) cells.push('')
        cells[column] = range.value
      }
  }

  #advance(row: number): void {
    this.#open = this.#open.filter(({ bottom }) => bottom >= row)
    for (let range = this.#ranges[this.#next]; range && range.top <= row; range = this.#ranges[++this.#next])
      if (range.bottom >= row) this.#open.push(range)
    // Excel refuses ranges that overlap, so there are no more of them in a row than columns.
    if (this.#open.length > COLUMNS_MAX) throw new TableError('damaged', 'overlapping merged ranges')
  }
}
