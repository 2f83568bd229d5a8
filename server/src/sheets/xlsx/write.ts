import { setImmediate } from 'node:timers/promises'
import { cellXml, columnName, escapeText, styles } from './cell.ts'
import { bookParts, listSheetName } from './book-parts.ts'
import { TableError } from './limits.ts'
import { zip } from './zip.ts'

export interface TableColumn {
  title: string
  /** In characters. */
  width?: number
  /** A hint shown beside a selected cell of the column. */
  note?: string
  choices?: string[]
}

type Rows = readonly (string | null)[][]

/** Rows built between two yields to the event loop: about two milliseconds. */
const slice = 250
const lastRow = 1_048_576

/** Writes an .xlsx of one sheet as a stream: titles bold and frozen, all cells text and none a formula (T17). */
export async function* writeTable(
  columns: readonly TableColumn[],
  rows: AsyncIterable<Rows>,
  options: { sheet?: string } = {},
): AsyncGenerator<Uint8Array> {
  const lists = columns.flatMap(({ choices }) => (choices?.length ? [choices] : []))
  yield* zip([
    ...bookParts(options.sheet ?? 'Sheet1', lists.length > 0),
    ...(lists.length > 0 ? [{ name: 'xl/worksheets/sheet2.xml', text: listSheet(lists) }] : []),
    { name: 'xl/worksheets/sheet1.xml', text: tableSheet(columns, rows) },
  ])
}

const sheetStart =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
const frozenTitle =
  '<sheetViews><sheetView tabSelected="1" workbookViewId="0">' +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

async function* tableSheet(columns: readonly TableColumn[], rows: AsyncIterable<Rows>): AsyncGenerator<string> {
  const names = columns.map((_, index) => columnName(index))
  yield `${sheetStart}${frozenTitle}${columnsXml(columns)}<sheetData>`
  yield rowXml(
    names,
    1,
    columns.map(({ title }) => title),
    styles.title,
  )
  let number = 1
  for await (const batch of rows) {
    for (let from = 0; from < batch.length; from += slice) {
      if (number + slice > lastRow) throw new TableError('tooManyRows', 'a sheet has no more rows')
      let xml = ''
      for (const row of batch.slice(from, from + slice)) xml += rowXml(names, ++number, row, styles.text)
      yield xml
      await setImmediate()
    }
  }
  yield `</sheetData>${validations(columns, names)}</worksheet>`
}

/** The column's style makes cells filled in later text, too. */
function columnsXml(columns: readonly TableColumn[]): string {
  if (columns.length === 0) return ''
  const each = columns.map(({ title, width }, index) => {
    const characters = width ?? Math.max(12, title.length * 2 + 4)
    return `<col min="${index + 1}" max="${index + 1}" width="${characters}" style="${styles.text}" customWidth="1"/>`
  })
  return `<cols>${each.join('')}</cols>`
}

function rowXml(names: string[], number: number, row: readonly (string | null)[], style: number): string {
  let cells = ''
  for (let index = 0; index < names.length; index++) {
    cells += cellXml(`${names[index]}${number}`, row[index] ?? null, style)
  }
  return `<row r="${number}">${cells}</row>`
}

/** Choices are on a hidden sheet: within the rule they are limited to 255 characters and must not contain commas. */
function validations(columns: readonly TableColumn[], names: string[]): string {
  let list = 0
  const rules = columns.flatMap(({ note, choices }, index) => {
    if (!note && !choices?.length) return []
    const prompt = note ? ` showInputMessage="1" prompt="${promptText(note)}"` : ''
    const range = ` sqref="${names[index]}2:${names[index]}${lastRow}"`
    if (!choices?.length) return [`<dataValidation allowBlank="1"${prompt}${range}/>`]
    const column = columnName(list++)
    const source = `<formula1>${listSheetName}!$${column}$1:$${column}$${choices.length}</formula1>`
    return [`<dataValidation type="list" allowBlank="1" showErrorMessage="1"${prompt}${range}>${source}</dataValidation>`]
  })
  return rules.length > 0 ? `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>` : ''
}

/** Excel shows 255 characters; a plain line break in an attribute would become a space. */
const promptText = (note: string) => escapeText(note.slice(0, 255)).replaceAll('\n', '&#10;')

function* listSheet(lists: string[][]): Generator<string> {
  const names = lists.map((_, index) => columnName(index))
  const length = Math.max(...lists.map(list => list.length))
  yield `${sheetStart}<sheetData>`
  for (let at = 0; at < length; at++) {
    yield rowXml(
      names,
      at + 1,
      lists.map(list => list[at] ?? null),
      styles.text,
    )
  }
  yield '</sheetData></worksheet>'
}
