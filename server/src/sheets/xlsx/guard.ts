/**
 * T17: a spreadsheet may take a text that begins so for a formula, if not when it opens
 * the file then when somebody edits the cell or saves it as CSV.
 * The apostrophes are part of the pattern so that guard and unguard undo each other exactly:
 * a text that already reads `'=x` is guarded once more.
 */
const risky = /^'*\s*[=+\-@\t\r\0＝＋－＠]/u
const guarded = /^'+\s*[=+\-@\t\r\0＝＋－＠]/u

export const guard = (text: string): string => (risky.test(text) ? `'${text}` : text)

/** Takes back what guard added, so that an exported sheet can be imported as it is. */
export const unguard = (text: string): string => (guarded.test(text) ? text.slice(1) : text)
