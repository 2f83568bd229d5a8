/**
 * T17: a spreadsheet may read a text that begins so as a formula, on opening the file or when a cell is edited or saved as
 * CSV. Leading apostrophes are part of the pattern, so that guard and unguard are exact inverses: a text `'=x` is guarded
 * once more.
 */
const formulaStart = /^'*\s*[=+\-@\t\r\0＝＋－＠]/u
const guarded = /^'+\s*[=+\-@\t\r\0＝＋－＠]/u

export const guard = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

/** Undoes guard, so that an exported sheet can be imported. */
export const unguard = (text: string): string => (guarded.test(text) ? text.slice(1) : text)
