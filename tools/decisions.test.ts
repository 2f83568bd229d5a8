import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './source-files.ts'

const folder = 'docs/decisions'
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const markdown = (path: string) => readdirSync(join(root, path)).flatMap(name => (name.endsWith('.md') ? [join(path, name)] : []))
const headings = (path: string) => [...read(path).matchAll(/^#{1,4} (.+)$/gm)].map(([, heading]) => heading!)
const numbersOf = (text: string) => text.match(/\b0\d{3}\b/g) ?? []

/** A heading as the hosts of Markdown name it in an address. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

const chapters = markdown(folder)
  .filter(path => !path.endsWith('README.md'))
  .map(path => ({ path, name: path.slice(folder.length + 1), lines: read(path).split('\n'), headings: headings(path) }))

/** `| 0043 | [uploads](uploads.md#files-0043), [backup](backup.md#restore-0043) |` or `| 0007 | replaced by 0050 |`. */
const rows = [...read(`${folder}/README.md`).matchAll(/^\| (\d{4}) \| (.+) \|$/gm)].map(([, number, where]) => ({
  number: number!,
  links: [...where!.matchAll(/\[(.+?)\]\((.+?)#(.+?)\)/g)].map(([, text, file, anchor]) => ({ text: text!, file: file!, anchor: anchor! })),
  replacedBy: /^replaced by (\d{4})$/.exec(where!)?.[1],
}))

test('the map of decisions has each number once, in order, and says where it is or what replaced it', () => {
  const numbers = rows.map(({ number }) => number)
  expect(numbers.length).toBeGreaterThan(100)
  expect(numbers).toEqual([...new Set(numbers)].toSorted())
  const placed = new Set(rows.filter(({ links }) => links.length > 0).map(({ number }) => number))
  expect(rows.filter(({ number, replacedBy }) => !placed.has(number) && !placed.has(replacedBy ?? ''))).toEqual([])
})

test('every section that the map of decisions names exists, and its heading ends with the number', () => {
  const sections = new Set(chapters.flatMap(({ name, headings }) => headings.map(heading => `${name}#${anchorOf(heading)}`)))
  const links = rows.flatMap(({ number, links }) => links.map(link => ({ number, ...link })))
  expect(links.filter(({ file, anchor }) => !sections.has(`${file}#${anchor}`))).toEqual([])
  expect(links.filter(({ number, text, file, anchor }) => file !== `${text}.md` || !anchor.endsWith(number))).toEqual([])
})

test('the second line of each chapter has the numbers that the map and the headings of its sections give it', () => {
  expect(chapters.length).toBeLessThanOrEqual(32)
  for (const { name, lines, headings } of chapters) {
    const byMap = rows.filter(({ links }) => links.some(({ file }) => file === name)).map(({ number }) => number)
    const byHeadings = headings.flatMap(heading => numbersOf(/\(([\d, ]+)\)$/.exec(heading)?.[1] ?? ''))
    expect(lines[0], name).toMatch(/^# /)
    expect(lines[1], name).toBe(`Decision${byMap.length > 1 ? 's' : ''} ${byMap.join(', ')}.`)
    expect([...new Set(byHeadings)].toSorted(), name).toEqual(byMap)
  }
})

const documents = ['.', 'docs', 'docs/zh-CN', 'bench', folder].flatMap(markdown).map(path => ({ path, text: read(path) }))
const files = [...sourceFiles().filter(({ path }) => path !== 'tools/decisions.test.ts'), ...documents]

test('every decision that code or a document refers to is in the map', () => {
  const known = new Set(rows.map(({ number }) => number))
  const form = /\b[Dd]ecisions? \[?0\d{3}\b|\bdocs\/decisions\/[a-z-]+\.md, 0\d{3}\b/g
  const cited = files.flatMap(({ path, text }) =>
    [...text.matchAll(form)].flatMap(([cited]) => numbersOf(cited).map(number => ({ path, number }))),
  )
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ number }) => !known.has(number))).toEqual([])
  const inChapters = chapters.flatMap(({ name, lines }) =>
    (lines.join('\n').match(/\(0\d{3}[),]|\[0\d{3}\]/g) ?? []).flatMap(numbersOf).map(number => ({ name, number })),
  )
  expect(inChapters.filter(({ number }) => !known.has(number))).toEqual([])
})

test('every path of a chapter that code or a document names exists, and so does every section that is linked', () => {
  const named = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdocs\/decisions\/([\w-]+\.md)/g)].map(([, name]) => ({ path, name: name! })),
  )
  const names = new Set([...chapters.map(({ name }) => name), 'README.md'])
  expect(named.filter(({ name }) => !names.has(name))).toEqual([])
  const links = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)].map(([, file, anchor]) => ({
      path,
      to: file ? join(dirname(path), file) : path,
      anchor: anchor!,
    })),
  )
  const toChapters = links.filter(({ to }) => to.startsWith(folder))
  expect(toChapters.length).toBeGreaterThan(100)
  expect(toChapters.filter(({ to, anchor }) => !headings(to).map(anchorOf).includes(anchor))).toEqual([])
})
