import { readFile } from 'node:fs/promises'

const FILE = new URL('../../../../../lists/common-passwords.txt', import.meta.url)
const fold = (password: string) => password.normalize('NFKC').toLowerCase()
/** Characters people add around a word to satisfy a policy. */
const TRIMMINGS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

let list: Promise<ReadonlySet<string>> | undefined
/** Read once, when the first password is checked. */
export const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (list ??= readFile(FILE, 'utf8').then(text => new Set(text.split('\n').filter(line => line !== '' && !line.startsWith('#')))))

/** Whether the password is on the list (as it is or without surrounding signs), repeats one piece, or is a run of characters. */
export async function isCommon(password: string): Promise<boolean> {
  const folded = fold(password)
  const common = await commonPasswords()
  return common.has(folded) || common.has(folded.replace(TRIMMINGS, '')) || isRepeated(folded) || isCounted(folded)
}

/** 123123123, abcabcab: some piece, at most half of it, repeated. */
function isRepeated(text: string): boolean {
  const signs = [...text]
  const pieces = Array.from({ length: Math.floor(signs.length / 2) }, (_, n) => n + 1)
  return pieces.some(length => signs.every((sign, at) => sign === signs[at % length]))
}

/** 23456789, hgfedcba: each character follows or precedes the one before; 0 follows 9. */
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
