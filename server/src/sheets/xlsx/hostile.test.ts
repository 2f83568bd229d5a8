import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { gather, only, outcome, pack, plainParts, random, read, sheetXml } from './sample.ts'
import { writeTable } from './index.ts'
import { zip } from './zip.ts'

const golden = () => readFile(new URL('golden/xlsxwriter.xlsx', import.meta.url))
const main = plainParts['[Content_Types].xml']
const title = '<row><c t="inlineStr"><is><t>t</t></is></c></row>'

test('a valid file is read', async () => {
  expect(await outcome(await pack())).toBe('rows')
})

test('T16 nothing, old .xls, web pages, pictures and files with a password are refused', async () => {
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  expect(await outcome(Buffer.alloc(0))).toBe('noHeader')
  for (const text of [
    '<html><table>',
    '\uFEFF <?xml version="1.0"?><Workbook/>',
    'MIME-Version: 1.0',
    '%PDF-1.7',
    '{\\rtf1}',
    '\u0089PNG\0',
  ])
    expect(await outcome(Buffer.from(text)), text).toBe('otherFormat')
  expect(await outcome(Buffer.from('0900040007001000', 'hex'))).toBe('otherFormat')
  expect(await outcome(Buffer.concat([ole, Buffer.alloc(2_000)]))).toBe('otherFormat')
  expect(await outcome(Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]))).toBe('encrypted')
  const locked = await pack()
  locked[locked.indexOf('PK\x01\x02') + 8]! |= 1
  expect(await outcome(locked)).toBe('encrypted')
})

test('T16 a ZIP that is no workbook, a workbook inside a ZIP, a workbook with macros and a template are refused', async () => {
  const nested = (await pack()).toString('latin1')
  const kind = (type: string) => pack({ '[Content_Types].xml': main.replace('sheet.main', type) })
  expect(await outcome(await gather(zip([{ name: 'a.txt', text: ['x'] }])))).toBe('otherFormat')
  expect(await outcome(await gather(zip([{ name: 'book.xlsx', text: [nested] }])))).toBe('otherFormat')
  expect(await outcome(await kind('sheet.macroEnabled.main'))).toBe('otherFormat')
  expect(await outcome(await kind('template.main'))).toBe('otherFormat')
  const project = (type: string) => main.replace('</Types>', `<Default Extension="bin" ContentType="${type}"/></Types>`)
  const isProject = project('application/vnd.ms-office.vbaProject')
  expect(await outcome(await pack({ '[Content_Types].xml': isProject, 'xl/a.bin': 'x' }))).toBe('otherFormat')
  expect(await outcome(await pack({ 'xl/vbaProject.bin': 'x' }))).toBe('otherFormat')
  // A default says what a part would be; there is none.
  expect(await outcome(await pack({ '[Content_Types].xml': isProject }))).toBe('rows')
  expect(await outcome(await pack({ '[Content_Types].xml': project('application/vnd.ms-excel.sheet.binary.macroEnabled.main') }))).toBe(
    'rows',
  )
})

test('T16 a document type declaration is refused in every part that is read', async () => {
  for (const [name, xml] of Object.entries(plainParts)) {
    const doctype = `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${xml.replace(/^<\?.*?\?>/, '')}`
    expect(await outcome(await pack({ [name]: doctype })), name).toBe('otherFormat')
  }
})

test('a sheet without any row is refused', async () => {
  expect(await outcome(await pack({ 'xl/worksheets/sheet1.xml': sheetXml('<row r="5"/>') }))).toBe('noHeader')
})

async function* bombText(size: number): AsyncGenerator<string> {
  const row = '<row/>'.repeat(100_000)
  yield '<worksheet><sheetData>'
  for (let made = 0; made < size; made += row.length) yield row
  yield '</sheetData></worksheet>'
}

/** Growth in MB of the whole process; other work counts too, so the limits below have a margin. */
async function rise(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
  await work()
  clearInterval(timer)
  return Math.round((peak - before) / 2 ** 20)
}

test('T16 a ZIP bomb of 600 MB is refused before it takes memory, even if its directory lies', async () => {
  const parts = Object.entries(plainParts).map(([name, text]) => ({ name, text: [text] as Iterable<string> | AsyncIterable<string> }))
  parts[4]!.text = bombText(600e6)
  const bomb = await gather(zip(parts))
  expect(bomb.length).toBeLessThan(3_000_000)
  const size = bomb.indexOf('xl/worksheets/sheet1.xml', bomb.lastIndexOf('PK\x01\x02')) - 46 + 24
  expect(bomb.readUInt32LE(size)).toBeGreaterThan(600e6)
  const used = await rise(async () => {
    expect(await outcome(bomb)).toBe('tooLarge')
    bomb.writeUInt32LE(9e6, size)
    expect(await outcome(bomb)).toBe('damaged')
  })
  expect(used).toBeLessThan(400)
})

test('T16 one long shared text used in many cells is refused before it takes memory', async () => {
  const cells = '<c t="s"><v>0</v></c>'.repeat(200)
  const text = `<sst><si><t>${'长'.repeat(2_000)}</t></si></sst>`
  const rows = sheetXml(title + `<row>${cells}</row>`.repeat(2_000))
  const file = await pack({ 'xl/sharedStrings.xml': text, 'xl/worksheets/sheet1.xml': rows })
  const used = await rise(async () => {
    expect(await outcome(file)).toBe('tooLarge')
  })
  expect(used).toBeLessThan(600)
})

test('T16 too many bytes, columns and rows are refused; many parts are not', async () => {
  const file = await pack()
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`x${n}`, 'x']))
  const wide = sheetXml('<row r="1"><c r="GS1"><v>1</v></c></row>')
  expect(await outcome(file, { packedBytes: file.length - 1 })).toBe('tooLarge')
  expect(await outcome(await pack(many))).toBe('rows')
  expect(await outcome(await pack({ 'xl/worksheets/sheet1.xml': wide }))).toBe('tooLarge')
})

test('T16 100,000 rows are read and 100,001 are refused', async () => {
  const rows = Array.from({ length: 100_001 }, (_, n) => [String(n)])
  const table = (count: number) => gather(writeTable([{ title: 't' }], only(rows.slice(0, count))))
  expect(await outcome(await table(100_000))).toBe('rows')
  expect(await outcome(await table(100_001))).toBe('tooManyRows')
})

test('T16 a million empty rows take no memory', async () => {
  const empty = Array.from({ length: 1_000_000 }, (_, n) => `<row r="${n + 2}" s="1"/>`).join('')
  const file = await pack({ 'xl/worksheets/sheet1.xml': sheetXml(title + empty) })
  expect(await read(file)).toEqual([{ first: 1, rows: [['t']] }])
})

test('T16 a worker that takes too long is stopped', async () => {
  expect(await outcome(await golden(), { milliseconds: 1 })).toBe('timeout')
})

test('T16 broken XML, rows out of order, endless tokens and UTF-16 are reported as damaged', async () => {
  const endless = `<worksheet a="${'x'.repeat(3e6)}`
  const sheets = [
    '<worksheet><sheetData>',
    '</worksheet>',
    sheetXml('<row r="5"/><row r="4"/>'),
    sheetXml('<row r="x"/>'),
    endless,
    '\uFFFD',
    '',
  ]
  for (const sheet of [...sheets, sheetXml('<row><c r="ZZZZ1"><v>1</v></c></row>')]) {
    expect(await outcome(await pack({ 'xl/worksheets/sheet1.xml': sheet })), sheet.slice(0, 60)).toBe('damaged')
  }
  for (const name of ['_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/worksheets/sheet1.xml']) {
    expect(await outcome(await pack({ [name]: undefined })), name).toBe('damaged')
  }
})

test('a truncated file is refused, wherever it is cut', async () => {
  const file = await golden()
  for (const part of [0.1, 0.5, 0.9, 0.99]) {
    expect(await outcome(file.subarray(0, Math.floor(file.length * part)))).toBe('damaged')
  }
})

/** Eight at a time, as each mutant starts a worker. */
async function outcomes(files: Buffer[]): Promise<string[]> {
  const found: string[] = []
  for (let at = 0; at < files.length; at += 8) {
    found.push(...(await Promise.all(files.slice(at, at + 8).map(file => outcome(file)))))
  }
  return found
}

test('T16 100 mutants of a file give rows or a refusal, never a crash', async () => {
  const file = await golden()
  const chance = random(42)
  const mutants = Array.from({ length: 100 }, () => {
    const mutant = Buffer.from(file)
    for (let n = 0; n < 1 + chance() * 8; n++) mutant[Math.floor(chance() * file.length)] = Math.floor(chance() * 256)
    return mutant
  })
  const found = await outcomes(mutants)
  expect(found).toHaveLength(100)
  expect(found).not.toContain('timeout')
})

test('T16 100 mutants of its XML, correctly compressed, give rows or a refusal, never a crash', async () => {
  const chance = random(7)
  const pieces = ['<', '>', '"', '&', '/', '<c', '</row>', '<!--', ']]>', '&#xFFFFFFF;', 'r="A0"', 's="-1"', '\0', '9'.repeat(400)]
  const sheet = sheetXml(`${title}<row r="2"><c r="A2" s="1"><v>45000.5</v></c><c r="B2" t="s"><v>0</v></c><c><f>A1</f></c></row>`)
  const parts = {
    ...plainParts,
    'xl/worksheets/sheet1.xml': sheet,
    'xl/sharedStrings.xml': '<sst><si><t>a</t></si></sst>',
    'xl/styles.xml': '<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>',
  }
  const names = Object.keys(parts) as (keyof typeof parts)[]
  const mutants = Array.from({ length: 100 }, () => {
    const name = names[Math.floor(chance() * names.length)]!
    const at = Math.floor(chance() * parts[name].length)
    const piece = pieces[Math.floor(chance() * pieces.length)]!
    return pack({ ...parts, [name]: parts[name].slice(0, at) + piece + parts[name].slice(at + Math.floor(chance() * 3)) })
  })
  const found = await outcomes(await Promise.all(mutants))
  expect(found).not.toContain('timeout')
  expect(new Set(found).size).toBeGreaterThan(2)
})
