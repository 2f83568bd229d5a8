import { readTable, type TableBatch, TableError, type TableLimits } from './index.ts'
import { zip } from './zip.ts'

/** For tests: builds a workbook from parts, any of which may be replaced or left out. */
export type Parts = Record<string, string | undefined>

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const plainParts = {
  '[Content_Types].xml': `<Types><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/></Types>`,
  '_rels/.rels': `<Relationships><Relationship Id="rId1" Type="${relation}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `<Relationships><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${relation}/sharedStrings" Target="sharedStrings.xml"/>` +
    `<Relationship Id="rId3" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': sheetXml('<row r="1"><c r="A1" t="inlineStr"><is><t>title</t></is></c></row>'),
}

export function sheetXml(rows: string): string {
  return `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`
}

export async function pack(changes: Parts = {}): Promise<Buffer> {
  const parts = Object.entries({ ...plainParts, ...changes })
  return gather(zip(parts.flatMap(([name, text]) => (text === undefined ? [] : [{ name, text: [text] }]))))
}

export async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

export async function* stream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

export async function* only<T>(...items: T[]): AsyncGenerator<T> {
  yield* items
}

export async function read(bytes: Uint8Array, limits?: Partial<TableLimits>): Promise<TableBatch[]> {
  const batches: TableBatch[] = []
  for await (const batch of readTable(stream(bytes), limits)) batches.push(batch)
  return batches
}

export const rowsOf = (batches: TableBatch[]): string[][] => batches.flatMap(({ rows }) => rows)

/** The kind of the refusal; everything but rows and refusals throws and fails the test. */
export async function outcome(bytes: Uint8Array, limits?: Partial<TableLimits>): Promise<string> {
  try {
    for await (const _ of readTable(stream(bytes), limits));
    return 'rows'
  } catch (error) {
    if (error instanceof TableError) return error.kind
    throw error
  }
}

/** A seeded generator, so that a mutant can be reproduced. */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
