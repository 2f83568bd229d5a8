import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

const nouns = [...readFileSync(join(root, 'docs/words.md'), 'utf8').matchAll(/^\| (?!中文|-)(.+?) \| .+ \|$/gm)].map(row => row[1]!)

test('rule 1: docs/words.md names each thing once', () => {
  expect(nouns.length).toBeGreaterThan(50)
  expect(nouns.filter((noun, n) => nouns.indexOf(noun) !== n)).toEqual([])
})
