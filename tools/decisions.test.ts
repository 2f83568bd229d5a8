import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './source-files.ts'

const folder = join(root, 'docs/decisions')
const names = readdirSync(folder).sort()
const numbers = new Set(names.map(name => name.slice(0, 4)))

test('decisions are numbered once, and the title of each begins with its number', () => {
  expect(names.length).toBe(numbers.size)
  expect(names.filter(name => !/^\d{4}-[a-z0-9-]+\.md$/.test(name))).toEqual([])
  const titles = names.map(name => ({ name, title: readFileSync(join(folder, name), 'utf8').split('\n', 1)[0]! }))
  expect(titles.filter(({ name, title }) => !title.startsWith(`# ${name.slice(0, 4)} `))).toEqual([])
})

test('every decision that code or a document refers to exists', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...docFiles()].map(path => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
  const cited = [...sourceFiles(), ...documents].flatMap(({ path, text }) =>
    [...text.matchAll(/\b[Dd]ecisions?[ /](0\d{3})\b/g)].map(found => ({ path, number: found[1]! })),
  )
  expect(cited.length).toBeGreaterThan(50)
  expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([])
})

const docFiles = () => [
  ...readdirSync(join(root, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
  ...names.map(name => `docs/decisions/${name}`),
]
