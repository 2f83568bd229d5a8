import { titleNames } from './title-names.ts'

const CODE = /^[A-Za-z0-9_.-]+$/
const TITLES = new Set(titleNames)

/** A table as it is pasted: a line for each, code and name apart by a tab, comma or blank, in either order; a line of titles is passed over. */
export function readCodes(pasted: string): { code: string; name: string }[] {
  const lines = pasted.split(/\r?\n/).filter(line => line.trim() !== '')
  const rows = lines.map(line => {
    const [first = '', second = ''] = cellsOf(line)
    return !CODE.test(first) && CODE.test(second) ? { code: second, name: first } : { code: first, name: second }
  })
  return isTitle(rows[0]) ? rows.slice(1) : rows
}

/** The first two cells; where nothing but a blank divides them, the name may hold more of it. */
function cellsOf(line: string): string[] {
  const divided = /[\t,，;；]/.test(line) ? line.split(/[\t,，;；]/) : (/^\s*(\S+)\s+(.+)$/.exec(line)?.slice(1) ?? [line])
  return divided.map(cell => cell.trim())
}

const isTitle = (row: { code: string; name: string } | undefined) =>
  row !== undefined && (TITLES.has(row.code.toLowerCase()) || TITLES.has(row.name.toLowerCase()))
