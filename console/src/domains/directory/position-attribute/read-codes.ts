import { titleNames } from './title-names.ts'

const CODE = /^[A-Za-z0-9_.-]+$/
const TITLES = new Set(titleNames)

/** Reads a pasted table: code and name per line, in either order, separated by tab, comma or blank; a title line is skipped. */
export function readCodes(pasted: string): { code: string; name: string }[] {
  const lines = pasted.split(/\r?\n/).filter(line => line.trim() !== '')
  const rows = lines.map(line => {
    const [first = '', second = ''] = cellsOf(line)
    return !CODE.test(first) && CODE.test(second) ? { code: second, name: first } : { code: first, name: second }
  })
  return isTitle(rows[0]) ? rows.slice(1) : rows
}

/** The first two cells; if only blanks separate them, the name may contain blanks. */
function cellsOf(line: string): string[] {
  const divided = /[\t,，;；]/.test(line) ? line.split(/[\t,，;；]/) : (/^\s*(\S+)\s+(.+)$/.exec(line)?.slice(1) ?? [line])
  return divided.map(cell => cell.trim())
}

const isTitle = (row: { code: string; name: string } | undefined) =>
  row !== undefined && (TITLES.has(row.code.toLowerCase()) || TITLES.has(row.name.toLowerCase()))
