import { markCell } from '../cell-marks.ts'
import { columnOf } from './cell.ts'
import { unguard } from './guard.ts'
import { TableError, type TableLimits } from './limits.ts'
import { dateText, isoDateText, numberText } from './values.ts'
import type { Merges } from './merges.ts'
import type { Book } from './workbook.ts'
import { attribute, decodeEscapes, decodeText, type XmlHandler } from './xml.ts'

export interface TableBatch {
  /** Row number in the sheet, from 1, of the first row; rows of a batch are consecutive. */
  first: number
  rows: string[][]
}

const batchRows = 1_000
const batchCharacters = 1_000_000

/** Turns the events of a sheet's XML into batches of rows; empty rows only leave a gap in the numbers. */
export class SheetReader implements XmlHandler {
  readonly #book: Book
  readonly #limits: TableLimits
  readonly #merges: Merges
  #batches: TableBatch[] = []
  #waiting = 0
  #waitingCharacters = 0
  #characters = 0
  #rows = 0
  #titles: readonly string[] | undefined
  #inData = false
  #row = 0
  #cells: string[] = []
  #column = -1
  #type = ''
  #attributes = ''
  #value = ''
  #formula: string | undefined
  #sharedFormulas = new Map<string, string>()
  #formulaId: string | undefined
  #into: 'value' | 'formula' | undefined
  #inCell = false
  #phonetic = false

  constructor(book: Book, merges: Merges, limits: TableLimits) {
    this.#book = book
    this.#merges = merges
    this.#limits = limits
  }

  /** Complete batches, or everything at the end and when the text grows too long. */
  take(end: boolean): TableBatch[] | undefined {
    const all = end || this.#waitingCharacters >= batchCharacters
    if (this.#waiting === 0 || !(all || this.#waiting >= batchRows)) return undefined
    const ready = this.#batches
    const last = ready.at(-1)
    const open = !all && last && last.rows.length < batchRows ? ready.pop() : undefined
    this.#batches = open ? [open] : []
    this.#waiting = open ? open.rows.length : 0
    this.#waitingCharacters = 0
    return ready
  }

  get isEmpty(): boolean {
    return this.#rows === 0
  }

  open(name: string, raw: string): void {
    if (name === 'c') this.#openCell(raw)
    else if (this.#inCell) this.#openWithin(name, raw)
    else if (name === 'row' && this.#inData) this.#openRow(raw)
    else if (name === 'sheetData') this.#inData = true
  }

  #openWithin(name: string, raw: string): void {
    if (name === 'v') this.#into = 'value'
    else if (name === 't' && !this.#phonetic) this.#into = 'value'
    else if (name === 'rPh') this.#phonetic = true
    else if (name === 'f') {
      this.#into = 'formula'
      this.#formula = ''
      this.#formulaId = attribute(raw, 'si')
    }
  }

  text(raw: string, literal: boolean): void {
    if (this.#into === undefined) return
    const text = literal ? raw : decodeText(raw)
    if (this.#into === 'formula') this.#formula = this.#cut(this.#formula + text)
    else this.#value = this.#cut(this.#value + text)
  }

  close(name: string): void {
    if (name === 'c') this.#closeCell()
    else if (this.#inCell) {
      if (name === 'rPh') this.#phonetic = false
      else if (name === 'v' || name === 't' || name === 'f') this.#into = undefined
    } else if (name === 'row' && this.#inData) this.#closeRow()
    else if (name === 'sheetData') this.#inData = false
  }

  #cut(text: string): string {
    return text.length > this.#limits.cellCharacters ? text.slice(0, this.#limits.cellCharacters + 1) : text
  }

  #openRow(raw: string): void {
    const number = Number(attribute(raw, 'r') ?? this.#row + 1)
    if (!Number.isInteger(number) || number <= this.#row || number > 1_048_576) {
      throw new TableError('damaged', `row ${number} after row ${this.#row}`)
    }
    this.#row = number
    this.#cells = []
    this.#column = -1
  }

  #openCell(raw: string): void {
    if (!this.#inData || this.#row === 0) return
    const reference = attribute(raw, 'r')
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference)
    this.#inCell = true
    this.#attributes = raw
    this.#type = raw.includes('t') ? (attribute(raw, 't') ?? 'n') : 'n'
    this.#value = ''
    this.#formula = undefined
    this.#formulaId = undefined
  }

  #closeCell(): void {
    if (!this.#inCell) return
    this.#inCell = false
    this.#into = undefined
    this.#phonetic = false
    const text = this.#cut(unguard(this.#cellText().replaceAll('\0', '')))
    if (text === '') return
    if (this.#column >= this.#limits.columns) throw new TableError('tooLarge', `column ${this.#column + 1}`)
    this.#count(text.length)
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column] = text
  }

  /** One shared text may be used in a million cells, so output is limited like unpacked bytes. */
  #count(characters: number): void {
    this.#waitingCharacters += characters
    this.#characters += characters
    if (this.#characters > this.#limits.unpackedBytes) throw new TableError('tooLarge', 'one text too many times')
  }

  /** A formula is read as its own text, never as its result (bad input 38), and marked like everything nobody has typed. */
  #cellText(): string {
    if (this.#formula !== undefined) return markCell('formula', `=${this.#formulaText(this.#formula)}`)
    const value = this.#value
    if (value === '') return ''
    switch (this.#type) {
      case 's':
        return this.#book.shared[Number(value)] ?? ''
      case 'str':
      case 'inlineStr':
        return decodeEscapes(value)
      case 'b':
        return markCell('boolean', value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE')
      case 'd':
        return markCell('date', isoDateText(value))
      case 'n':
        return this.#numberText(value)
      default:
        return value
    }
  }

  /** Only the first cell of a shared formula has its text; the others refer to it. */
  #formulaText(formula: string): string {
    if (this.#formulaId === undefined) return formula
    if (formula !== '') this.#sharedFormulas.set(this.#formulaId, formula)
    return this.#sharedFormulas.get(this.#formulaId) ?? ''
  }

  #numberText(value: string): string {
    const index = attribute(this.#attributes, 's')
    const style = index === undefined ? undefined : this.#book.styles[Number(index)]
    if (style === 'date') return markCell('date', dateText(value, this.#book.from1904))
    const text = numberText(value)
    // Excel keeps 15 digits of a number, so the others are not those that were typed.
    if (/^-?\d{16}/.test(text)) return markCell('digits', text)
    return style && /^\d+$/.test(text) ? text.padStart(style.zeros, '0') : text
  }

  #closeRow(): void {
    const cells = this.#cells
    this.#merges.fill(this.#row, cells, this.#titles)
    if (cells.every(cell => cell.trim() === '')) return
    this.#titles ??= cells
    // Every row is at least as wide as the titles, so that every column exists.
    while (cells.length < this.#titles.length) cells.push('')
    if (++this.#rows > this.#limits.rows + 1) throw new TableError('tooManyRows')
    this.#waiting++
    const last = this.#batches.at(-1)
    const follows = last && last.rows.length < batchRows && last.first + last.rows.length === this.#row
    if (follows) last.rows.push(cells)
    else this.#batches.push({ first: this.#row, rows: [cells] })
  }
}
