import { readFile } from 'node:fs/promises'

const FILE = new URL('../../../../lists/common-passwords.txt', import.meta.url)
const fold = (password: string) => password.normalize('NFKC').toLowerCase()
/** What people put around a word to please a rule. */
const TRIMMINGS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

let list: Promise<ReadonlySet<string>> | undefined
/** Read once, when the first password is judged. */
export const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (list ??= readFile(FILE, 'utf8').then(text => new Set(text.split('\n').filter(line => line !== '' && !line.startsWith('#')))))

/** One of those many people have, as it stands or without the signs around it; or no more than one piece said again, or counted on. */
export async function isCommon(password: string): Promise<boolean> {
  const folded = fold(password)
  const known = await commonPasswords()
  return known.has(folded) || known.has(folded.replace(TRIMMINGS, '')) || isRepeated(folded) || isCounted(folded)
}

/** 123123123, abcabcab: some piece, at most half of it, over and over. */
function isRepeated(text: string): boolean {
  const signs = [...text]
  const pieces = Array.from({ length: Math.floor(signs.length / 2) }, (_, n) => n + 1)
  return pieces.some(length => signs.every((sign, at) => sign === signs[at % length]))
}

/** 23456789, hgfedcba: every sign the next one, or the one before; 9 goes on with 0. */
function isCounted(text: string): boolean {
  const steps = [...text].map(sign => sign.codePointAt(0)!)
  const goesBy = (by: number) => steps.every((code, at) => at === 0 || code === next(steps[at - 1]!, by))
  return steps.length > 2 && (goesBy(1) || goesBy(-1))
}

const [ZERO, NINE] = ['0'.charCodeAt(0), '9'.charCodeAt(0)]
function next(code: number, by: number): number {
  if (code === NINE && by === 1) return ZERO
  return code === ZERO && by === -1 ? NINE : code + by
}
