import { guard } from './guard.ts'
import { TableError } from './limits.ts'

/** Excel refuses to open a file with a longer cell. */
const longestCell = 32_767

const illegal = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF\p{Surrogate}]/gu
const special = /[&<>"\r]|_(?=x[0-9A-Fa-f]{4}_)/g
const replacement: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '_x000D_',
  // A text that looks like Excel's escape must not be read as one.
  _: '_x005F_',
}

export const styles = { text: 1, title: 2 } as const

export const escapeText = (text: string): string => text.replace(illegal, '').replace(special, found => replacement[found] ?? '')

/** A cell is always text, so that phone numbers keep zeros, identity numbers keep their last digits, and nothing is a formula. */
export function cellXml(reference: string, text: string | null, style: number): string {
  if (text === null || text === '') return ''
  const escaped = escapeText(guard(text.replace(illegal, '')).slice(0, longestCell))
  const space = /^\s|\s$|\s\s|[\n\t]/.test(escaped) ? ' xml:space="preserve"' : ''
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${escaped}</t></is></c>`
}

/** 0 is A, 26 is AA. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

/** 0 for A, 26 for AA. */
export function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  if (column < 1 || column > 16_384) throw new TableError('damaged', `cell ${reference.slice(0, 20)}`)
  return column - 1
}
