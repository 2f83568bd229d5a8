import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './source-files.ts'

const page = readFileSync(join(root, 'docs/words.md'), 'utf8')
const [used, refused] = page.split('## Words we do not use') as [string, string]
const nouns = [...used.matchAll(/^\| (?!中文|-)(.+?) \| .+ \|$/gm)].map(row => row[1]!)

test('rule 1: docs/words.md names each thing once', () => {
  expect(nouns.length).toBeGreaterThan(50)
  expect(nouns.filter((noun, n) => nouns.indexOf(noun) !== n)).toEqual([])
})

const rows = [...refused.matchAll(/^\| (?!word |-)(.+?) \| (.+?) \| (.*?) ?\|$/gm)].map(([, words, , stays]) => ({
  words: words!.split(', '),
  stays: [...stays!.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!),
}))
/** `feltOn`, `FELT_ON` and `felt-on` are the words ` felt on `. */
const wordsOfName = (name: string) => ` ${name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[^A-Za-z0-9]+/g, ' ').toLowerCase()} ` // prettier-ignore
const refusedWords = rows.flatMap(({ words, stays }) => words.map(word => ({ word, stays })))
const cache = new Map<string, string[]>()
/** The refused words in a name. Cached, because many files use the same names. */
function wordsIn(name: string): string[] {
  const before = cache.get(name)
  if (before) return before
  const spelling = wordsOfName(name)
  const found = refusedWords.filter(({ word, stays }) => spelling.includes(` ${word} `) && !stays.includes(name)).map(({ word }) => word)
  cache.set(name, found)
  return found
}
const inStringOrName = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[A-Za-z_]\w*/g

test('rule 1: no name of the code is a word of docs/words.md that we do not use', () => {
  expect(wordsIn('feltOn')).toEqual(['felt'])
  expect(wordsIn('setLookAt')).toEqual(['look at'])
  expect([wordsIn('stripeId'), wordsIn('stripeName2'), wordsIn('ownAppRow')]).toEqual([[], ['stripe'], ['own app']])
  const found = sourceFiles().flatMap(({ path, code }) => {
    const names = [...code.matchAll(inStringOrName)].map(([name]) => name).filter(name => !/^['"]/.test(name))
    return [path.split('/').at(-1)!, ...new Set(names)].flatMap(name => wordsIn(name).map(word => `${path}: ${name} (${word})`))
  })
  expect(found).toEqual([])
})
