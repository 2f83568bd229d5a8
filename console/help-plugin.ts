import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { Block, Chapter, Guide, Inline } from './src/shell/help/guide.ts'

export const helpFolder = fileURLToPath(new URL('../docs/help/', import.meta.url))
/** The same guides for the console in English. */
export const englishFolder = join(helpFolder, 'en/')
const INDEX = 'README'
const MODULE = 'virtual:help'

/** The guides as data, in the order of their index: at build time, so that the console brings no reader of Markdown along. */
export function help(folder = helpFolder): Plugin {
  return {
    name: 'hufu-help',
    resolveId: id => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined
      for (const name of readdirSync(folder)) this.addWatchFile(join(folder, name))
      return `export const guides = ${JSON.stringify(readGuides(folder))}\nexport const chapters = ${JSON.stringify(readChapters(folder))}`
    },
  }
}

const fileOf = (folder: string, name: string): string => readFileSync(join(folder, `${name}.md`), 'utf8')

/** Every guide the index names, in its order. */
export function readGuides(folder = helpFolder): Guide[] {
  const names = linksOf(readGuide(INDEX, fileOf(folder, INDEX))).map(link => link.replace(/\.md$/, ''))
  return names.map(name => readGuide(name, fileOf(folder, name)))
}

/** The headings of the index, each with the guides below it. */
export function readChapters(folder = helpFolder): Chapter[] {
  const chapters: Chapter[] = []
  for (const block of readGuide(INDEX, fileOf(folder, INDEX)).blocks) {
    if (block[0] === 'heading') chapters.push({ title: block[1].join(''), names: [] })
    else if (block[0] === 'points')
      chapters.at(-1)?.names.push(...linksOf({ name: INDEX, title: '', blocks: [block] }).map(link => link.replace(/\.md$/, '')))
  }
  return chapters
}

/** A guide uses titles, paragraphs, lists, emphasis, code and links to other guides; anything else stops the build. */
export function readGuide(name: string, markdown: string): Guide {
  const [title, ...rest] = lexer(markdown).filter(({ type }) => type !== 'space')
  if (title?.type !== 'heading' || (title as Tokens.Heading).depth !== 1) throw new Error(`${name}.md: the first line is not its title`)
  return { name, title: (title as Tokens.Heading).text, blocks: rest.map(token => blockOf(name, token)) }
}

export const linksOf = ({ blocks }: Guide): string[] =>
  blocks.flatMap(block => (typeof block[1] === 'string' ? [] : block[1].flat(1))).flatMap(linksIn)
const linksIn = (part: Inline): string[] => (typeof part === 'string' ? [] : part[0] === 'link' ? [part[1]] : [])

function blockOf(name: string, token: Token): Block {
  if (token.type === 'heading') return ['heading', inlineOf(name, token.tokens)]
  if (token.type === 'paragraph') return ['text', inlineOf(name, token.tokens)]
  if (token.type !== 'list') throw new Error(`${name}.md: a guide cannot hold ${token.type}: ${token.raw.slice(0, 40)}`)
  const { ordered, items } = token as Tokens.List
  return [ordered ? 'steps' : 'points', items.map(item => itemOf(name, item))]
}

function itemOf(name: string, { tokens }: Tokens.ListItem): Inline[] {
  const [text, ...more] = tokens
  if ((text?.type !== 'text' && text?.type !== 'paragraph') || more.length > 0) throw new Error(`${name}.md: an item is one line of text`)
  return inlineOf(name, (text as Tokens.Text).tokens)
}

function inlineOf(name: string, tokens: readonly Token[] = []): Inline[] {
  return tokens.map((token): Inline => {
    if (token.type === 'text' || token.type === 'escape') return (token as Tokens.Text).text
    if (token.type === 'strong') return ['button', (token as Tokens.Strong).text]
    if (token.type === 'codespan') return ['code', (token as Tokens.Codespan).text]
    if (token.type === 'link') return ['link', (token as Tokens.Link).href, (token as Tokens.Link).text]
    throw new Error(`${name}.md: a guide cannot hold ${token.type}: ${token.raw.slice(0, 40)}`)
  })
}
