import { escapeText } from './cell.ts'
import type { Part } from './zip.ts'

const start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
/** A name that no user's sheet has by chance; the sheet's cells are the choices of the first sheet. */
export const listSheetName = 'hufu_choices'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The small parts around the sheets. Content types come first, because `file` and mail filters recognise an .xlsx by them. */
export function bookParts(sheet: string, hasLists: boolean): Part[] {
  const sheets = hasLists ? [1, 2] : [1]
  return [
    part('[Content_Types].xml', contentTypes(sheets)),
    part('_rels/.rels', relationsXml([['officeDocument', 'xl/workbook.xml']])),
    part('xl/workbook.xml', workbook(sheet, hasLists)),
    part(
      'xl/_rels/workbook.xml.rels',
      relationsXml([...sheets.map(n => ['worksheet', `worksheets/sheet${n}.xml`] as const), ['styles', 'styles.xml']]),
    ),
    part('xl/styles.xml', stylesXml),
  ]
}

const part = (name: string, xml: string): Part => ({ name, text: [start + xml] })

function contentTypes(sheets: number[]): string {
  const override = (name: string, type: string) => `<Override PartName="/xl/${name}.xml" ContentType="${types}.${type}+xml"/>`
  return (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    override('workbook', 'sheet.main') +
    sheets.map(n => override(`worksheets/sheet${n}`, 'worksheet')).join('') +
    `${override('styles', 'styles')}</Types>`
  )
}

const relationsXml = (targets: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships xmlns="${packageRelations}">` +
  targets.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${relations}/${type}" Target="${target}"/>`).join('') +
  '</Relationships>'

function workbook(sheet: string, hasLists: boolean): string {
  // Excel allows 31 characters and none of []:*?/\ ; an apostrophe may not be at either end.
  const name =
    sheet
      .replace(/[[\]:*?/\\]/g, '')
      .slice(0, 31)
      .replace(/^'+|'+$/g, '') || 'Sheet1'
  const lists = hasLists ? `<sheet name="${listSheetName}" sheetId="2" state="hidden" r:id="rId2"/>` : ''
  return (
    `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>` +
    `<sheet name="${escapeText(name)}" sheetId="1" r:id="rId1"/>${lists}</sheets></workbook>`
  )
}

/** Styles 1 and 2 of cell.ts: text (number format 49 is @), and the same in bold. */
const stylesXml =
  `<styleSheet xmlns="${main}">` +
  '<fonts count="2"><font><sz val="11"/><name val="DengXian"/></font><font><b/><sz val="11"/><name val="DengXian"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
