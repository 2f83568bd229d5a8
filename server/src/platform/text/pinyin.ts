import { foldName } from '@hufu/contract/written'
import { surnames } from './surname-names.ts'
import { createRequire } from 'node:module'

export type Pinyin = { full: string; initials: string }

type Library = typeof import('pinyin-pro')
let loaded: Library | undefined
/** Loaded when a name is first written, because its dictionary takes 11 MB and reading needs none of it. */
const library = (): Library => (loaded ??= createRequire(import.meta.url)('pinyin-pro') as Library)

/**
 * A person's name as it is typed: 单雄信 → shanxiongxin, sxx. Only the head of the name is read as a surname;
 * pinyin-pro's surname mode for the whole text would read the given name of 李长乐 as a surname too (yuè).
 * ü becomes v, as on a keyboard. Not cached: at about 3 µs a name a cache is only memory.
 */
export function pinyinOf(name: string): Pinyin {
  const plain = name.normalize('NFKC').replace(/^[^\p{L}\p{N}]+/u, '')
  const surname = surnames.get(plain.charAt(0))
  if (surname === undefined || plain.length === 1) return read(plain, { surname: 'head' })
  const given = read(plain.slice(1), {})
  return { full: surname + given.full, initials: surname.charAt(0) + given.initials }
}

/** The name of an organisation: no surname at its head (单位 is danwei). */
export const placePinyinOf = (name: string): Pinyin => read(name, {})

function read(name: string, how: { surname?: 'head' }): Pinyin {
  const written = name.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
  const syllables = library()
    .pinyin(written, { ...how, toneType: 'none', type: 'array', v: true })
    .filter(isReadable)
  const initials = syllables.map(syllable => syllable.charAt(0))
  return { full: syllables.join('').toLowerCase(), initials: initials.join('').toLowerCase() }
}

/** A Chinese character that pinyin-pro cannot read comes back as itself; it would spoil a login name. */
function isReadable(syllable: string): boolean {
  return !/\p{Script=Han}/u.test(syllable)
}

/** One line per field as names are compared, so that a search does not match across two fields. */
export function searchTextOf(parts: readonly (string | null)[]): string {
  return parts
    .map(part => foldName(part ?? ''))
    .filter(part => part !== '')
    .join('\n')
}

/** Every single character and every pair within a line, for the array index behind short searches (speed.md). */
export function gramsOf(searchText: string): string[] {
  const grams = new Set<string>()
  for (const line of searchText.split('\n')) {
    let before = ''
    for (const character of line) {
      grams.add(character)
      if (before) grams.add(before + character)
      before = character
    }
  }
  return [...grams]
}
