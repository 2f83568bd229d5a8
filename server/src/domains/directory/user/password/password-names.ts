/** Characters that must remain of a password without its owner's names. */
const REMAINING_MIN = 8
const SHORTEST = { han: 2, other: 4 }

const fold = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
const isLongEnough = (word: string) => [...word].length >= (/\p{Script=Han}/u.test(word) ? SHORTEST.han : SHORTEST.other)

/** Whether a password is a name with a little around it: 张伟2026, zhangwei13800001234. A name within a long passphrase is allowed. */
export function isMostlyNames(password: string, names: readonly string[]): boolean {
  const whole = fold(password)
  const words = [...new Set(names.map(fold))].filter(isLongEnough).toSorted((one, other) => other.length - one.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), whole)
  return rest !== whole && [...rest].length < REMAINING_MIN
}
