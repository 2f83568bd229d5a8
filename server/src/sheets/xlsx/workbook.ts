import { TableError } from './limits.ts'
import { styleOf, type NumberStyle } from './values.ts'
import { plainName, type Zip } from './unzip.ts'
import { attribute, decodeEscapes, decodeText, XmlReader, type XmlHandler } from './xml.ts'

export interface Book {
  sheet: string
  shared: string[]
  /** What the number format shows, by style index. */
  styles: NumberStyle[]
  from1904: boolean
}

const mainType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

/** Everything but the rows: the part of the first sheet, the shared texts, and the styles that are dates. */
export async function openBook(zip: Zip, cellCharacters: number): Promise<Book> {
  if (!zip.has('[Content_Types].xml')) throw new TableError('otherFormat', 'no content types')
  const root = await relations(zip, '_rels/.rels', '')
  const book = root.find(({ type }) => type === 'officeDocument')?.target
  if (!book) throw new TableError('damaged', 'no workbook')
  await checkTypes(zip, book)
  const folder = book.slice(0, book.lastIndexOf('/') + 1)
  const parts = await relations(zip, `${folder}_rels/${book.slice(folder.length)}.rels`, folder)
  const { sheets, from1904 } = await workbook(zip, book)
  const worksheets = sheets.flatMap(({ id, hidden }) => {
    const part = parts.find(part => part.id === id)
    return part?.type === 'worksheet' ? [{ target: part.target, hidden }] : []
  })
  const sheet = worksheets.find(({ hidden }) => !hidden) ?? worksheets[0]
  if (!sheet) throw new TableError('damaged', 'no sheet')
  const target = (type: string) => parts.find(part => part.type === type && zip.has(part.target))?.target
  return {
    sheet: sheet.target,
    shared: await sharedTexts(zip, target('sharedStrings'), cellCharacters),
    styles: await numberStyles(zip, target('styles')),
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

/**
 * Recognises .xlsx by the content type of its workbook part. A default only says what a part with that extension would be,
 * so macros are refused where such a part exists.
 */
async function checkTypes(zip: Zip, book: string): Promise<void> {
  const types = await contentTypes(zip)
  const isMacro = (name: string) => name.endsWith('vbaproject.bin') || /vbaProject|macrosheet/i.test(types(name))
  if (types(book) !== mainType || zip.some(isMacro)) throw new TableError('otherFormat', 'not a plain workbook')
}

/** The content type of a part: its own, else that of its extension. */
async function contentTypes(zip: Zip): Promise<(name: string) => string> {
  const own = new Map<string, string>()
  const byExtension = new Map<string, string>()
  await parsePart(zip, '[Content_Types].xml', {
    open(element, raw) {
      const type = attribute(raw, 'ContentType') ?? ''
      if (element === 'Override') own.set(plainName(attribute(raw, 'PartName') ?? ''), type)
      if (element === 'Default') byExtension.set((attribute(raw, 'Extension') ?? '').toLowerCase(), type)
    },
    close: () => {},
  })
  return name => own.get(plainName(name)) ?? byExtension.get(plainName(name).replace(/^.*\./, '')) ?? ''
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

/** A target is a URI, a part name in the directory need not be one. */
function resolve(folder: string, target: string): string {
  const path = new URL(target, `zip:/${folder}`).pathname.slice(1)
  return /%(?![0-9a-f]{2})/i.test(path) ? path : decodeURIComponent(path)
}

async function workbook(zip: Zip, name: string): Promise<{ sheets: { id: string; hidden: boolean }[]; from1904: boolean }> {
  const sheets: { id: string; hidden: boolean }[] = []
  let from1904 = false
  await parsePart(zip, name, {
    open(element, raw) {
      if (element === 'sheet')
        sheets.push({ id: /:id\s*=\s*["']([^"']*)/.exec(raw)?.[1] ?? '', hidden: /hidden$/i.test(attribute(raw, 'state') ?? '') })
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

async function numberStyles(zip: Zip, name: string | undefined): Promise<NumberStyle[]> {
  const styles: NumberStyle[] = []
  if (!name) return styles
  const own = new Map<number, string>()
  let within = ''
  await parsePart(zip, name, {
    open(element, raw) {
      const id = Number(attribute(raw, 'numFmtId'))
      if (element === 'numFmts' || element === 'cellXfs') within = element
      else if (element === 'numFmt' && within === 'numFmts') own.set(id, attribute(raw, 'formatCode') ?? '')
      else if (element === 'xf' && within === 'cellXfs') styles.push(styleOf(id, own.get(id)))
    },
    close(element) {
      if (element === within) within = ''
    },
  })
  return styles
}
