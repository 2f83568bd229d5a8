/** Text a spreadsheet would take for a formula, also after blanks and in full width. */
const isFormula = /^[\s\u00a0\u3000]*[=+\-@\t\r＝＋－＠]/

/** A field of RFC 4180; numbers stay numbers. */
function field(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = isFormula.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** With a byte order mark, by which Excel recognises UTF-8. */
export const csvOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${[head, ...rows].map(row => `${row.map(field).join(',')}\r\n`).join('')}`
