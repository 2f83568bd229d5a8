import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { screens } from '@hufu/contract/screens'
import { englishFolder, helpFolder, linksOf, readChapters, readGuide, readGuides } from '../console/help-plugin.ts'
import { findGuides, linesOf, type Guide, type Inline } from '../console/src/shell/help/guide.ts'
import { guideOf, guideOfPage } from '../console/src/shell/help/guide-of.ts'
import { administratorGuide } from './administrator-guide.ts'
import { sourceFiles } from './source-files.ts'

const guides = readGuides()
const names = guides.map(({ name }) => name)

test('every page has a guide, also those below a menu page and those of the account', () => {
  const pages = [...screens.map(({ path }) => path.replace(':id', '7')), '/account/settings', '/account/security', '/account/apps']
  expect(pages.filter(path => !names.includes(guideOf(path) ?? ''))).toEqual([])
  expect(screens.filter(({ type, path }) => type === 'menu' && !(path in guideOfPage))).toEqual([])
  expect(['/404', '/unauth', '/nowhere', '/'].map(guideOf)).toEqual([undefined, undefined, undefined, undefined])
})

test('the index names every guide once, and every guide belongs to a page', () => {
  const files = readdirSync(helpFolder)
    .filter(file => file.endsWith('.md'))
    .map(file => file.replace(/\.md$/, ''))
  expect(names.toSorted()).toEqual(files.filter(name => name !== 'README').toSorted())
  const ofPages = new Set(Object.values(guideOfPage))
  expect(names.filter(name => !ofPages.has(name))).toEqual([])
})

test('the chapters of the whole guide hold every guide, in the order of the index', () => {
  expect(readChapters().flatMap(chapter => chapter.names)).toEqual(names)
  expect(readChapters().every(({ title, names: within }) => title !== '' && within.length > 0)).toBe(true)
})

const holdsSentences = /^(?:console\/src\/.*(?:text|-names)|contract\/src\/(?:text\/.*|screens|.*text))\.ts$/
/** Every sentence of the console, in both languages. */
const allSentences = () =>
  new Set(
    sourceFiles()
      .filter(({ path }) => holdsSentences.test(path))
      .flatMap(({ code }) => [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)])
      .map(([, single, double]) => single ?? double!),
  )
const buttonsOf = (guide: Guide): string[] => partsOf(guide).flatMap(part => (part[0] === 'button' ? [part[1]] : []))

test('every word that a guide shows as a button exists in the console', () => {
  const sentences = allSentences()
  expect(
    guides.flatMap(guide =>
      buttonsOf(guide)
        .filter(word => !sentences.has(word))
        .map(word => `${guide.name}: ${word}`),
    ),
  ).toEqual([])
})

test('every guide exists in English, too, step by step, and its buttons exist in the English console', () => {
  const english = readGuides(englishFolder)
  expect(english.map(({ name }) => name)).toEqual(names)
  expect(readChapters(englishFolder).map(chapter => chapter.names)).toEqual(readChapters().map(chapter => chapter.names))
  const shapeOf = ({ blocks }: Guide) =>
    blocks.map(([kind, parts]) => (kind === 'steps' || kind === 'points' ? [kind, parts.length] : kind))
  for (const [n, guide] of english.entries()) {
    expect([guide.name, shapeOf(guide)]).toEqual([guide.name, shapeOf(guides[n]!)])
    expect([guide.name, linksOf(guide).toSorted()]).toEqual([guide.name, linksOf(guides[n]!).toSorted()])
  }
  const sentences = allSentences()
  expect(
    english.flatMap(guide =>
      buttonsOf(guide)
        .filter(word => !sentences.has(word))
        .map(word => `${guide.name}: ${word}`),
    ),
  ).toEqual([])
  expect(english.filter(guide => /\p{Script=Han}/u.test(JSON.stringify(guide))).map(({ name }) => name)).toEqual([])
})

test('every link of a guide leads to a guide, and says what it leads to', () => {
  const links = guides.flatMap(guide => linksOf(guide).map(link => `${guide.name} → ${link}`))
  expect(links.filter(link => !names.includes(link.replace(/^.* → /, '').replace(/\.md$/, '')))).toEqual([])
  expect(links.length).toBeGreaterThan(guides.length)
})

test('a guide has 150 to 500 Chinese characters, says what to do step by step and what goes wrong', () => {
  const odd = guides.filter(guide => {
    const size =
      linesOf(guide)
        .join('')
        .match(/\p{Script=Han}/gu)?.length ?? 0
    const troubles = guide.blocks.some(block => block[0] === 'heading' && block[1].join('') === '常见问题')
    return size < 150 || size > 500 || !troubles
  })
  expect(odd.map(({ name }) => name)).toEqual([])
})

test('a guide is never HTML: anything but a title, text, list, emphasis, code or link stops the build', () => {
  for (const text of [
    '<b>x</b>',
    'a <img src=x onerror=y>',
    '![x](y.png)',
    '```\nx\n```',
    '| a | b |\n|---|---|\n| c | d |',
    '> x',
    '- a\n  - b',
  ])
    expect(() => readGuide('x', `# x\n\n${text}\n`), text).toThrow(/x\.md: /)
  expect(() => readGuide('x', 'no title\n')).toThrow('x.md: the first line is not its title')
  expect(readGuide('x', '# 甲\n\n点**保存**，见[乙](y.md) `a<b>`。\n').blocks).toEqual([
    ['text', ['点', ['button', '保存'], '，见', ['link', 'y.md', '乙'], ' ', ['code', 'a<b>'], '。']],
  ])
})

test('guides are found by all typed words; those with the words in their title come first', () => {
  expect(findGuides(guides, '解锁')[0]?.guide.name).toBe('unlock')
  expect(findGuides(guides, ' 重置密码  随机 ').map(({ guide }) => guide.name)).toContain('users')
  expect(findGuides(guides, 'oidc 没有这种话')).toEqual([])
  expect(findGuides(guides, 'SCIM')[0]?.line).toContain('SCIM')
  expect(findGuides(guides, '  ')).toEqual([])
})

const partsOf = ({ blocks }: Guide): Exclude<Inline, string>[] =>
  blocks.flatMap(([kind, parts]) => (kind === 'steps' || kind === 'points' ? parts.flat() : parts)).filter(part => typeof part !== 'string')

test('the administrators guide contains every guide, and its links lead within it', () => {
  const whole = administratorGuide()
  const headings = [...whole.matchAll(/^##+ (.*)$/gm)].map(([, title]) => title!)
  expect(guides.filter(({ title }) => headings.filter(one => one === title).length !== 1).map(({ name }) => name)).toEqual([])
  const anchorOf = (title: string) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-')
  const anchors = new Set(headings.map(anchorOf))
  const links = [...whole.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor!)
  expect(links.filter(link => !anchors.has(link))).toEqual([])
  expect(links.length).toBeGreaterThan(guides.length)
})
