/**
 * A cell whose text is not what a person typed is marked in the manner of Excel's own error values, so that every later
 * reader of the text sees it: the dry run, its repair, and an error file that is sent again.
 */
const marks = { formula: '#FORMULA!', digits: '#DIGITS!', boolean: '#BOOLEAN!', date: '#DATE!' } as const
export type CellMark = keyof typeof marks | 'error'

const marked =
  /^#(?:(FORMULA|DIGITS|BOOLEAN|DATE)! ?|N\/A$|GETTING_DATA$|(?:REF|VALUE|DIV\/0|NULL|NUM|SPILL|CALC|FIELD|BLOCKED|CONNECT|UNKNOWN|BUSY)!$|NAME\?$)/

export const markCell = (mark: Exclude<CellMark, 'error'>, text: string): string => `${marks[mark]} ${text}`

/** The mark of a cell, and its text without the mark; undefined for an ordinary text. */
export function markOf(text: string): { mark: CellMark; text: string } | undefined {
  const found = text.startsWith('#') ? marked.exec(text) : null
  if (!found) return undefined
  const name = found[1]?.toLowerCase() as keyof typeof marks | undefined
  return name ? { mark: name, text: text.slice(found[0].length) } : { mark: 'error', text }
}
