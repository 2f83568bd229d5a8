import { type Rights, mayOperate, type UserOperation, userOperations } from './found.ts'
import type { PaletteIndex } from './palette-index.ts'
import { text } from './text.ts'

export interface Spoken {
  operation: UserOperation
  /** The user, as typed. */
  whom: string
}

/** The act and the user of 重置密码 刘爱涵, 解锁liuting2, 给 刘爱涵 加角色 or jiesuo liuting2. */
export function spokenAct(typed: string, rights: Rights, spelling: PaletteIndex['spelling']): Spoken | undefined {
  const sentence = withoutParticle(typed.trim().toLowerCase())
  const verbs = userOperations
    .filter(operation => mayOperate(operation, rights))
    .flatMap(operation => wordsFor(operation, spelling).map(word => ({ operation, word })))
    .toSorted((one, other) => other.word.length - one.word.length)
  for (const { operation, word } of verbs) {
    const whom = whomIn(sentence, word)
    if (whom !== undefined) return whom === '' ? undefined : { operation, whom }
  }
  return undefined
}

const han = /\p{Script=Han}/u
const particles = text.particles.split(' ')

/** The names of an act; its pinyin is spelled as a whole or by initials. */
const wordsFor = (operation: UserOperation, spelling: PaletteIndex['spelling']): string[] =>
  [text.acts[operation], ...(text.commandSynonyms[operation] ?? '').split(' '), ...(spelling[`acts.${operation}`] ?? '').split(' ')]
    .map(word => word.toLowerCase())
    .filter(word => word.length > 1)

/** Who is named before or after the act, possibly nobody; Chinese needs no blank between them. */
function whomIn(sentence: string, word: string): string | undefined {
  const isJoined = han.test(word)
  const after = sentence.startsWith(isJoined ? word : `${word} `) ? sentence.slice(word.length) : undefined
  const before = sentence.endsWith(isJoined ? word : ` ${word}`) ? sentence.slice(0, -word.length) : undefined
  const whom = after ?? before
  return whom === undefined ? undefined : withoutParticle(whom.trim())
}

function withoutParticle(words: string): string {
  const first = particles.find(particle => words.startsWith(han.test(particle) ? particle : `${particle} `))
  const rest = first === undefined ? words : words.slice(first.length).trim()
  const last = particles.find(particle => han.test(particle) && rest.endsWith(particle))
  return last === undefined ? rest : rest.slice(0, -last.length).trim()
}
