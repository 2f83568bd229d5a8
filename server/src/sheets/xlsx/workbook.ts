import { TableError } from './limits.ts'
import { isBuiltInDate, isDateFormat } from './values.ts'
import type { Zip } from './unzip.ts'
import { attribute, decodeEscapes, decodeText, XmlReader, type XmlHandler } from './xml.ts'

export interface Book {
  sheet: string
  shared: string[]
  /** Whether the number format shows a date, by style index. */
  dateStyles: boolean[]
  from1904: boolean
}

const mainType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

/** Everything but the rows: the part of the first sheet, the shared texts, and the styles that are dates. */
export async function openBook(zip: Zip, cellCharacters: number): Promise<Book> {
  await checkTypes(zip)
  const root = await relations(zip, '_rels/.rels', '')
  const book = root.find(({ type }) => type === 'officeDocument')?.target
  if (!book) throw new TableError('damaged', 'no workbook')
  const folder = book.slice(0, book.lastIndexOf('/') + 1)
  const parts = await relations(zip, `${folder}_rels/${book.slice(folder.length)}.rels`, folder)
  const { sheets, from1904 } = await workbook(zip, book)
  const sheet = sheets.map(id => parts.find(part => part.id === id)).find(part => part?.type === 'worksheet')
  if (!sheet) throw new TableError('damaged', 'no sheet')
  const target = (type: string) => parts.find(part => part.type === type && zip.has(part.target))?.target
  return {
    sheet: sheet.target,
    shared: await sharedTexts(zip, target('sharedStrings'), cellCharacters),
    dateStyles: await dateStyles(zip, target('styles')),
    from1904,
  }
}

export async function parsePart(zip: Zip, name: string, handler: XmlHandler, afterChunk?: () => Promise<void>): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const xml = new XmlReader(handler)
  for await (const chunk of zip.inflate(name)) {
    xml.write(decoder.decode(chunk, { stream: true }))
    if (afterChunk) await afterChunk()
  }
  xml.write(decoder.decode())
  xml.end()
}

/** Recognises .xlsx by its declared content type, not its name; a workbook with macros (.xlsm) is refused. */
async function checkTypes(zip: Zip): Promise<void> {
  if (!zip.has('[Content_Types].xml')) throw new TableError('notXlsx', 'no content types')
  const types: string[] = []
  await parsePart(zip, '[Content_Types].xml', {
    open: (_, raw) => {
      types.push(attribute(raw, 'ContentType') ?? '')
    },
    close: () => {},
  })
  const macros = types.some(type => /macroEnabled|vbaProject/i.test(type))
  if (macros || !types.includes(mainType)) throw new TableError('notXlsx', 'not a plain workbook')
}

interface Relation {
  id: string
  type: string
  target: string
}

async function relations(zip: Zip, name: string, folder: string): Promise<Relation[]> {
  const found: Relation[] = []
  await parsePart(zip, name, {
    open(element, raw) {
      if (element !== 'Relationship' || attribute(raw, 'TargetMode') === 'External') return
      const type = attribute(raw, 'Type') ?? ''
      const target = resolve(folder, attribute(raw, 'Target') ?? '')
      found.push({ id: attribute(raw, 'Id') ?? '', type: type.slice(type.lastIndexOf('/') + 1), target })
    },
    close: () => {},
  })
  return found
}

const resolve = (folder: string, target: string) => new URL(target, `zip:/${folder}`).pathname.slice(1)

async function workbook(zip: Zip, name: string): Promise<{ sheets: string[]; from1904: boolean }> {
  const sheets: string[] = []
  let from1904 = false
  await parsePart(zip, name, {
    open(element, raw) {
      if (element === 'sheet') sheets.push(/:id\s*=\s*["']([^"']*)/.exec(raw)?.[1] ?? '')
      if (element === 'workbookPr') from1904 = /^(?:1|true)$/.test(attribute(raw, 'date1904') ?? '')
    },
    close: () => {},
  })
  return { sheets, from1904 }
}

async function sharedTexts(zip: Zip, name: string | undefined, cellCharacters: number): Promise<string[]> {
  const texts: string[] = []
  if (!name) return texts
  let text = ''
  let reading = false
  let phonetic = false
  await parsePart(zip, name, {
    open(element) {
      if (element === 't') reading = !phonetic
      else if (element === 'si') text = ''
      else if (element === 'rPh') phonetic = true
    },
    text(raw, literal) {
      if (reading && text.length <= cellCharacters) text += literal ? raw : decodeText(raw)
    },
    close(element) {
      if (element === 't') reading = false
      else if (element === 'rPh') phonetic = false
      else if (element === 'si') texts.push(decodeEscapes(text))
    },
  })
  return texts
}

async function dateStyles(zip: Zip, name: string | undefined): Promise<boolean[]> {
  const styles: boolean[] = []
  if (!name) return styles
  const own = new Map<number, boolean>()
  let within = ''
  await parsePart(zip, name, {
    open(element, raw) {
      const id = Number(attribute(raw, 'numFmtId'))
      if (element === 'numFmts' || element === 'cellXfs') within = element
      else if (element === 'numFmt' && within === 'numFmts') own.set(id, isDateFormat(attribute(raw, 'formatCode') ?? ''))
      else if (element === 'xf' && within === 'cellXfs') styles.push(own.get(id) ?? isBuiltInDate(id))
    },
    close(element) {
      if (element === within) within = ''
    },
  })
  return styles
}
