import { globSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst, type Plugin } from 'vite'
import { isAllowedChinese } from './allowed-chinese.ts'

const project = fileURLToPath(new URL('../', import.meta.url))
const contract = /^@hufu\/contract\/(.+)$/
const han = /\p{Script=Han}+/u

/** Each file beside which an English one stands, such as the locales of libraries, and that one. */
const englishFiles = (): Map<string, string> =>
  new Map(
    globSync(['console/src/**/*.en.ts', 'contract/src/**/*.en.ts'], { cwd: project }).map(path => [
      join(project, path.replace(/\.en\.ts$/, '.ts')),
      join(project, path),
    ]),
  )

/** Which argument of `t(chinese, english)` stays (contract/src/language.ts). */
const CHINESE = 0
const ENGLISH = 1

/** The console in one language. */
export const language = (inEnglish: boolean): Plugin[] => [...sentencesIn(inEnglish), ...(inEnglish ? [nothingUntranslated()] : [])]

/** Sentences in one language, where they have both. */
export const sentencesIn = (inEnglish: boolean): Plugin[] =>
  inEnglish ? [oneLanguage(ENGLISH), englishNeighbours()] : [oneLanguage(CHINESE)]

/** `t(chinese, english)` becomes the one of them that is built. */
const oneLanguage = (kept: 0 | 1): Plugin => ({
  name: 'hufu-one-language',
  enforce: 'post',
  transform(code, id) {
    if (!ownSource.test(id) || !mayHoldSentences.test(code)) return undefined
    return { code: withOneLanguage(code, kept), map: null }
  },
})
const ownSource = /[\\/](?:console|contract)[\\/]src[\\/]/
/** A call of `t` and an import of the file it comes from. */
const mayHoldSentences = /\bt\([\s\S]*\/language(?:\.ts)?["']|\/language(?:\.ts)?["'][\s\S]*\bt\(/

interface Node {
  type: string
  start: number
  end: number
}
type Call = Node & { callee?: { name?: string }; arguments?: Node[] }

/** What stays may hold other sentences, which are looked for in turn. */
function withOneLanguage(code: string, kept: 0 | 1): string {
  const cuts: [start: number, end: number][] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(walk)
    const { type, callee, arguments: given, start, end } = node as Call
    if (type !== 'CallExpression' || callee?.name !== 't' || given?.length !== 2) return Object.values(node).forEach(walk)
    const stays = given[kept]!
    cuts.push([start, stays.start], [stays.end, end])
    walk(stays)
  }
  walk(parseAst(code))
  return cuts.toSorted(([one], [other]) => other - one).reduce((text, [from, to]) => text.slice(0, from) + text.slice(to), code)
}

/** Every import of `NAME.ts` takes `NAME.en.ts` where one stands. */
function englishNeighbours(): Plugin {
  const known = englishFiles()
  return {
    name: 'hufu-english-neighbours',
    enforce: 'pre',
    resolveId: {
      filter: { id: [/^\.{1,2}\/.*\.ts$/, contract] },
      handler(id, importer) {
        const [, shared] = contract.exec(id) ?? []
        if (shared !== undefined) return known.get(join(project, 'contract/src', `${shared}.ts`))
        return importer === undefined ? undefined : known.get(resolve(dirname(importer), id))
      },
    },
  }
}

/** A sentence nobody has translated must not pass unnoticed. */
const nothingUntranslated = (): Plugin => ({
  name: 'hufu-nothing-untranslated',
  generateBundle(_options, bundle) {
    const chinese = Object.values(bundle).flatMap(part =>
      part.type === 'chunk' && han.test(part.code)
        ? Object.entries(part.modules).flatMap(([path, { code }]) => untranslated(path, code ?? '', part.code))
        : [],
    )
    if (chinese.length > 0) this.error(`not translated (console/allowed-chinese.ts):\n${chinese.join('\n')}`)
  },
})

/** Chinese of a module that is still there when the bundler has dropped what nobody asks for. */
function untranslated(id: string, code: string, built: string): string[] {
  const path = id.startsWith(project) ? id.slice(project.length) : id.replace(/^\0/, '')
  if (isAllowedChinese(path)) return []
  const said = code.match(new RegExp(han, 'gu'))?.filter(words => built.includes(words)) ?? []
  return said.length > 0 ? [`${path}: ${said.slice(0, 3).join(' ')}`] : []
}
