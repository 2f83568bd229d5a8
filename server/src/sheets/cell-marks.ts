import { isCellError } from '@hufu/contract/written'

/**
 * A cell whose text is not what a person typed is marked in the manner of Excel's own error values, so that every later
 * reader of the text sees it: the dry run, its repair, and an error file that is sent again.
 */
const marks = { formula: '#FORMULA!', digits: '#DIGITS!', boolean: '#BOOLEAN!', date: '#DATE!' } as const
export type CellMark = keyof typeof marks | 'error'

const marked = /^#(FORMULA|DIGITS|BOOLEAN|DATE)! ?/

export const markCell = (mark: Exclude<CellMark, 'error'>, text: string): string => `${marks[mark]} ${text}`

/** The mark of a cell, and its text without the mark; undefined for an ordinary text. */
export function markOf(text: string): { mark: CellMark; text: string } | undefined {
  if (isCellError(text)) return { mark: 'error', text }
  const found = text.startsWith('#') ? marked.exec(text) : null
  return found ? { mark: found[1]!.toLowerCase() as keyof typeof marks, text: text.slice(found[0].length) } : undefined
}
