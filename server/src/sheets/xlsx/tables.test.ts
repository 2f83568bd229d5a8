import { readFile } from 'node:fs/promises'
import { readXlsx, writeXlsx } from 'hucre'
import { expect, test } from 'vitest'
import { gather, only, pack, read, rowsOf, sheetXml } from './sample.ts'
import { readTable, writeTable } from './index.ts'

const write = (rows: (string | null)[][], titles = ['a', 'b', 'c']) =>
  gather(
    writeTable(
      titles.map(title => ({ title })),
      only(rows),
    ),
  )
const golden = (name: string) => readFile(new URL(`golden/${name}`, import.meta.url))
const inline = (text: string) => `<is><t>${text}</t></is>`

function person(number: number): (string | null)[] {
  const phone = `0${13_800_000_000 + number}`
  const id = `1101011990030${String(number).padStart(5, '0')}`
  return [`user${number}`, `张三𠮷👨‍👩‍👧${number}`, number % 3 === 0 ? null : '行内 "引号" <&> \r\n 换行', phone, id, number % 2 ? '' : '尾']
}

test('20,000 rows of Chinese text are read as they were written', async () => {
  const rows = Array.from({ length: 20_000 }, (_, number) => person(number))
  const titles = ['用户名', '姓名', '备注', '手机号', '身份证号', '尾']
  const batches = await read(
    await gather(
      writeTable(
        titles.map(title => ({ title })),
        only(rows.slice(0, 7), rows.slice(7)),
      ),
    ),
  )
  expect(rowsOf(batches)).toEqual([titles, ...rows.map(row => row.map(cell => cell ?? ''))])
  expect(batches.map(({ rows }) => rows.length)).toEqual([...Array.from({ length: 20 }, () => 1_000), 1])
  expect(batches.map(({ first }) => first).slice(0, 3)).toEqual([1, 1_001, 2_001])
})

test('texts that look like escapes, markup or white space are read unchanged', async () => {
  const odd = [
    '_x0041_',
    '_x000D_',
    '&amp;',
    ' lead',
    'trail ',
    'a  b',
    '\ttab',
    'a\rb',
    'a\r\nb',
    '<![CDATA[x]]>',
    "'quoted'",
    "'=x",
    "''=x",
  ]
  const rows = rowsOf(await read(await write(odd.map(text => [text, 'x', null]))))
  expect(rows.slice(1).map(([text]) => text)).toEqual(odd)
})

test('characters XML cannot carry are left out', async () => {
  const rows = rowsOf(await read(await write([['a\0b\x01c\uFFFEd\uD83De\uDC00f', '\0=1', null]])))
  expect(rows[1]).toEqual(['abcdef', '=1', ''])
})

const starts = ['=', '+', '-', '@', '\t', '\r', '\0=', '＝', '＋', '－', '＠', ' =', '\n=', '　@', '\uFEFF+']
const payloads = ['1+1', `cmd|' /C calc'!A0`].flatMap(rest => starts.map(start => start + rest))

test('T17 none of 30 formula payloads becomes a formula, and another reader sees only an apostrophe before it', async () => {
  const file = await write(payloads.map(text => [text, null, null]))
  const sheet = (await readXlsx(file)).sheets[0]
  expect([...(sheet?.cells?.values() ?? [])].filter(cell => cell.formula !== undefined)).toEqual([])
  const plain = payloads.map(text => text.replace('\0', ''))
  expect(sheet?.rows.slice(1).map(([text]) => text)).toEqual(plain.map(text => `'${text}`))
  expect(
    rowsOf(await read(file))
      .slice(1)
      .map(([text]) => text),
  ).toEqual(plain)
})

test('titles are bold and frozen, cells are text, choices are a list and notes are shown', async () => {
  const columns = [
    { title: '任职类型', choices: ['主职', '兼职, 一'], note: '必填\n"主职"' },
    { title: '手机号', width: 20 },
  ]
  const book = await readXlsx(await gather(writeTable(columns, only([['主职', '0138']]), { sheet: "人员[1]'" })), { readStyles: true })
  const sheet = book.sheets[0]
  expect(sheet?.name).toBe('人员1')
  expect(sheet?.freezePane).toMatchObject({ rows: 1 })
  expect(sheet?.cells?.get('0,0')?.style?.font?.bold).toBe(true)
  expect(sheet?.cells?.get('1,1')?.style?.numFmt).toBe('@')
  expect(sheet?.dataValidations?.[0]).toMatchObject({ type: 'list', formula1: 'hufu_choices!$A$1:$A$2', range: 'A2:A1048576' })
  expect(book.sheets[1]?.rows).toEqual([['主职'], ['兼职, 一']])
})

test('a file with shared texts written by another library is read correctly', async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => [`张${n % 50}`, n, n % 2 === 0, `_x4E2D_`, `𠮷${n}`])
  const file = await writeXlsx({ sheets: [{ name: 'S', rows }] })
  expect(rowsOf(await read(file))).toEqual(
    rows.map(([name, n, even, , last]) => [name, String(n), `#BOOLEAN! ${even ? 'TRUE' : 'FALSE'}`, '中', last]),
  )
})

test('numbers typed in Excel are read as text; dates, booleans, formulas and numbers of more than 15 digits are marked', async () => {
  const batches = await read(await golden('xlsxwriter.xlsx'))
  expect(batches).toEqual([
    {
      first: 1,
      rows: [
        ['用户名', '姓名', '手机号', '生日', '最近登录', '在职', '分数', '公式'],
        [
          '007',
          '张三 𠮷',
          '13800138000',
          '#DATE! 1990-03-07',
          '#DATE! 2026-01-02 03:04:05',
          '#BOOLEAN! TRUE',
          '0.3',
          '#FORMULA! =CONCATENATE(A2,"<&>")',
        ],
      ],
    },
    {
      first: 5,
      rows: [
        [
          'zhang san ',
          '多\n行',
          '#DIGITS! 1000000000000000000000',
          '#DATE! 1900-01-05',
          '#DATE! 08:30:00',
          '#BOOLEAN! FALSE',
          '0.00000012',
          '#FORMULA! =1/0',
        ],
      ],
    },
  ])
})

test('digits in the file are kept, noise and exponents are not', async () => {
  const numbers = [
    '110101199003071234',
    '-5.50',
    '1.38001380000E10',
    '0.30000000000000004',
    '-0',
    '007',
    '1e-7',
    '-1.5E-9',
    '1E400',
    '12,5',
  ]
  const cells = numbers.map(number => `<c><v>${number}</v></c>`).join('')
  expect(rowsOf(await read(await pack({ 'xl/worksheets/sheet1.xml': sheetXml(`<row>${cells}</row>`) })))).toEqual([
    ['#DIGITS! 110101199003071234', '-5.5', '13800138000', '0.3', '0', '7', '0.0000001', '-0.0000000015', '1E400', '12,5'],
  ])
})

test('dates counted from 1904 are right, and Excel keeps 15 of a number’s 18 digits', async () => {
  expect(rowsOf(await read(await golden('openpyxl-1904.xlsx')))).toEqual([
    ['身份证号', '日期', '数'],
    ['#DIGITS! 110101199003071000', '#DATE! 2024-02-29', '-5.5'],
    ['110101199003071234', '#DATE! 2024-02-29 23:59:59', '0.0000001'],
    ['A', '#FORMULA! =HYPERLINK("http://x")', '#BOOLEAN! TRUE'],
  ])
})

test('rich text is joined, phonetic hints are left out, shared formulas and CDATA are read, prefixes do not matter', async () => {
  const row =
    '<x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>9</x:v></x:c><x:c t="str"><x:f t="shared" si="0">A1&amp;B1</x:f><x:v>1</x:v></x:c>' +
    '<x:c r="E1"><x:f t="shared" si="0"/><x:v>2</x:v></x:c><x:c t="inlineStr"><x:is><x:t><![CDATA[<a> & >]]></x:t></x:is></x:c><x:c t="e"><x:v>#N/A</x:v></x:c></x:row>'
  const shared = '<sst><si><r><t>东</t></r><r><rPr/><t xml:space="preserve"> 京</t></r><rPh><t>トウ</t></rPh></si></sst>'
  const file = await pack({ 'xl/worksheets/sheet1.xml': sheetXml(row), 'xl/sharedStrings.xml': shared })
  expect(rowsOf(await read(file))).toEqual([['东 京', '', '#FORMULA! =A1&B1', '', '#FORMULA! =A1&B1', '<a> & >', '#N/A']])
})

test('empty rows are skipped, the numbers of the others stay, and every row is as wide as the titles', async () => {
  const rows =
    `<row r="2"><c r="A2" t="inlineStr">${inline('t')}</c><c r="C2" t="inlineStr">${inline('u')}</c></row>` +
    `<row r="3"><c r="A3" t="inlineStr">${inline(' ')}</c><c r="XFD3" s="1"/></row><row r="9"><c r="B9"><v>1.50</v></c></row>`
  const batches = await read(await pack({ 'xl/worksheets/sheet1.xml': sheetXml(rows) }))
  expect(batches).toEqual([
    { first: 2, rows: [['t', '', 'u']] },
    { first: 9, rows: [['', '1.5', '']] },
  ])
})

test('a merged range has one value in every row that has others, and a merged title is one column', async () => {
  const cell = (place: string, text = '') => `<c r="${place}" t="inlineStr">${inline(text)}</c>`
  const rows =
    `<row r="1">${cell('A1', 'a')}${cell('B1', 'b')}${cell('C1', 'c')}${cell('D1')}</row>` +
    `<row r="2">${cell('A2', '1')}${cell('B2', 'x')}${cell('C2', 'y')}</row><row r="3">${cell('A3', '2')}${cell('B3')}</row>` +
    `<row r="4">${cell('B4')}</row><row r="6">${cell('A6', '3')}${cell('B6', 'hidden by the range')}</row><row r="7">${cell('A7', '4')}</row>`
  const merges = '<x:mergeCells><x:mergeCell ref="C1:D1"/><x:mergeCell ref="B2:B6"/><x:mergeCell ref="C2:D3"/></x:mergeCells>'
  const file = await pack({ 'xl/worksheets/sheet1.xml': sheetXml(rows).replace('</sheetData>', `</sheetData>${merges}`) })
  expect(await read(file)).toEqual([
    { first: 1, rows: [['a', 'b', 'c'], ['1', 'x', 'y'], ['2', 'x', 'y']] },
    { first: 6, rows: [['3', 'x', ''], ['4', '', '']] },
  ]) // prettier-ignore
})

test('the first visible sheet is read, wherever its part is; leading zeros of a number format are kept', async () => {
  const sheets = ['hidden', 'veryHidden', '', ''].map((state, n) => `<sheet name="S${n}" ${state && `state="${state}"`} r:id="r${n}"/>`)
  const part = (n: number, target: string) => `<Relationship Id="r${n}" Type="x/worksheet" Target="${target}"/>`
  const file = await pack({
    'xl/workbook.xml': `<workbook><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${part(0, 'a.xml')}${part(1, 'b.xml')}${part(2, '%E4%BA%BA%E5%91%98.xml')}${part(3, 'd.xml')}
      <Relationship Id="s" Type="x/styles" Target="styles.xml"/></Relationships>`,
    'xl/人员.xml': sheetXml('<row><c s="1"><v>17</v></c><c s="0"><v>17</v></c></row>'),
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>',
  })
  expect(rowsOf(await read(file))).toEqual([['00017', '17']])
})

test('a cell above the limit is cut one character above it, so that its own rule refuses the row', async () => {
  const rows = rowsOf(await read(await write([['长'.repeat(5_000), 'b', 'c']]), { cellCharacters: 100 }))
  expect(rows[1]?.map(cell => cell.length)).toEqual([101, 1, 1])
})

test('the worker pauses while nobody reads, and ends when the reader stops early', async () => {
  const rows = Array.from({ length: 20_000 }, (_, number) => person(number))
  const file = await write(rows)
  let answers = 0
  const ended = new Promise(resolve => {
    process.once('worker', worker => worker.on('message', () => answers++).once('exit', resolve))
  })
  for await (const { first } of readTable(only(file))) {
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(answers).toBeLessThanOrEqual(4)
    expect(first).toBe(1)
    break
  }
  await ended
})

test('a writer whose reader stops early stops reading rows', async () => {
  let reads = 0
  let closed = false
  async function* endless() {
    try {
      for (;;) yield [Array.from({ length: 50 }, () => `${reads++}${Math.random()}`)]
    } finally {
      closed = true
    }
  }
  for await (const _ of writeTable([{ title: 'a' }], endless())) if (reads > 1_000) break
  await expect.poll(() => closed).toBe(true)
})

test('the writer throws an error of its rows', async () => {
  async function* broken(): AsyncGenerator<string[][]> {
    yield [['a']]
    throw new Error('the database is gone')
  }
  await expect(gather(writeTable([{ title: 'a' }], broken()))).rejects.toThrow('the database is gone')
})
