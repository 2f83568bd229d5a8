import { placePinyinOf } from '../server/src/platform/text/pinyin.ts'
import type { Permit } from '@hufu/contract/call'
import type { Screen } from '@hufu/contract/screens'
import type { Plugin } from 'vite'
import { englishFolder, helpFolder, readGuides } from './help-plugin.ts'
import { inOneLanguage } from './in-one-language.ts'
import { type Reference, type ShownText, textsOfScreens } from './screen-texts.ts'
import type { Label, PaletteIndex } from './src/shell/palette/palette-index.ts'

const MODULE = 'virtual:palette-index'

/** Everything the palette finds by name, made from the screens, their texts, the settings and the guides as they are built. */
export const paletteIndex = (inEnglish: boolean): Plugin => ({
  name: 'hufu-palette-index',
  resolveId: id => (id === MODULE ? `\0${MODULE}` : undefined),
  load: async id => (id === `\0${MODULE}` ? `export const index = ${JSON.stringify(await readPaletteIndex(inEnglish))}` : undefined),
})

const PALETTE = 'console/src/shell/palette/text.ts'
const SCREENS = 'contract/src/screens.ts'
const CONFIG = 'server/src/platform/config/config-catalog.ts'
const JOBS = 'server/src/domains/operations/quartz/text.ts'
const NAMES = 'console/src/domains/operations/shipped-names.ts'

/** A sentence in both languages. */
interface Sentence {
  chinese: string
  english: string
  /** What else finds it. */
  also?: string
}
type Modules = Record<string, Record<string, unknown>>
interface Texts {
  chinese: Modules
  english: Modules
}

export async function readPaletteIndex(inEnglish = false): Promise<PaletteIndex> {
  const shown = textsOfScreens()
  const modules = new Set([
    PALETTE,
    SCREENS,
    CONFIG,
    JOBS,
    NAMES,
    ...[...shown.values()].flat().flatMap(({ module, call }) => [module, call?.module ?? module]),
  ])
  const texts: Texts = { chinese: await exportsOf(modules, false), english: await exportsOf(modules, true) }
  const labels = [...labelsOfScreens(shown, texts), ...settings(texts), ...jobs(texts), ...guides()]
  return {
    spelling: Object.fromEntries(spelled(texts).map(([key, chinese]) => [key, spellingOf(chinese)])),
    labels: labels.map(({ chinese, english, also = '', ...label }) => ({
      ...label,
      name: inEnglish ? english : chinese,
      spelling: `${spellingOf(chinese)} ${inEnglish ? chinese : english} ${also}`.trimEnd().toLowerCase(),
    })),
  }
}

const exportsOf = async (modules: ReadonlySet<string>, inEnglish: boolean): Promise<Modules> => {
  const names = [...modules]
  const imports = names.map((module, n) => `import * as m${n} from './${module}'`)
  const source = [...imports, `export const modules = {${names.map((module, n) => `${JSON.stringify(module)}: m${n}`).join()}}`].join('\n')
  return (await inOneLanguage<{ modules: Modules }>(source, { inEnglish })).modules
}

/** The catalogues of fields. */
const CATALOGUES = 'contract/src/fields/'
/** What more pages show, such as 保存 or a user's name, is found only where it is a field of a record. */
const PAGES_MAX = 12

type Found = Sentence & Omit<Label, 'name' | 'spelling'>

function labelsOfScreens(shown: ReadonlyMap<string, readonly ShownText[]>, texts: Texts): Found[] {
  const found = new Map<string, Found & { isField: boolean }>()
  for (const [path, of] of shown)
    for (const { module, members, tab, call } of of) {
      const permit = call && permitOf(texts, call)
      const opens = tab === undefined ? path : `${path}?tab=${tab}`
      for (const sentence of sentencesAt(texts, module, members)) {
        const key = `${sentence.chinese}\n${path}`
        const former = found.get(key)
        // A dialog asks for nothing itself: what opens it does.
        const permits = permit ? [...(former?.permits ?? []), permit] : former?.permits
        const isField = module.startsWith(CATALOGUES) || former?.isField === true
        if (isLabel(sentence)) found.set(key, { ...sentence, path, opens: former?.opens ?? opens, permits, isField })
      }
    }
  const pages = Map.groupBy(found.values(), ({ chinese }) => chinese)
  return [...found.values()]
    .filter(({ chinese, isField }) => isField || pages.get(chinese)!.length <= PAGES_MAX)
    .map(({ chinese, english, path, opens, permits }) => ({
      chinese,
      english,
      path,
      opens,
      permits: permits && Object.values(Object.fromEntries(permits.map(each => [JSON.stringify(each), each]))),
    }))
}

const permitOf = ({ chinese }: Texts, { module, members }: Reference): Permit | undefined =>
  (at(chinese[module], members) as { permit?: Permit } | undefined)?.permit

/** Neither a sentence nor a message. */
const isLabel = ({ chinese }: Sentence): boolean =>
  chinese.length >= 2 &&
  chinese.length <= 16 &&
  !/[。；！？，：…、\n]|^(?:请|已|没有|还没有|暂无|如 |（)|不正确$|不一致$|不相同$|已存在$|已被/.test(chinese)

/** The text at these members; of an object all texts in it, of a label with its hint the label, of a field of the catalogue its label. */
function sentencesAt({ chinese, english }: Texts, module: string, members: readonly string[]): Sentence[] {
  return pairs(at(chinese[module], members), at(english[module], members))
}
const at = (value: unknown, [member, ...rest]: readonly string[]): unknown =>
  member === undefined || value === undefined || value === null ? value : at((value as Record<string, unknown>)[member], rest)

function pairs(chinese: unknown, english: unknown, depth = 0): Sentence[] {
  if (typeof chinese === 'string') return typeof english === 'string' ? [{ chinese, english }] : []
  if (Array.isArray(chinese)) return Array.isArray(english) ? pairs(chinese[0], english[0], depth) : []
  if (typeof chinese !== 'object' || chinese === null || typeof english !== 'object' || english === null || depth > 1) return []
  const other = english as Record<string, unknown>
  if ('label' in chinese && 'kind' in chinese) return pairs(chinese.label, other['label'])
  return Object.entries(chinese).flatMap(([key, value]) => pairs(value, other[key], depth + 1))
}

function settings({ chinese, english }: Texts): Found[] {
  const { configCatalog } = chinese[CONFIG] as { configCatalog: Record<string, { name: string }> }
  return Object.entries(configCatalog).map(([key, { name }]) => ({
    chinese: name,
    english: shippedName(english, name),
    also: key,
    path: '/devops/config',
    opens: `/devops/config?configKey=${key}`,
  }))
}

function jobs({ chinese, english }: Texts): Found[] {
  const { text } = chinese[JOBS] as { text: { jobs: Record<string, string> } }
  return Object.values(text.jobs).map(name => ({
    chinese: name,
    english: shippedName(english, name),
    path: '/devops/quartz',
    opens: '/devops/quartz',
  }))
}

const shippedName = (english: Modules, name: string): string =>
  (english[NAMES] as { shippedName: (name: string) => string }).shippedName(name)

function guides(): Found[] {
  const english = new Map(readGuides(englishFolder).map(({ name, title }) => [name, title]))
  return readGuides(helpFolder).map(({ name, title }) => ({
    chinese: title,
    english: english.get(name) ?? title,
    path: '/account/guide',
    opens: `/account/guide#${name}`,
  }))
}

/** What the palette names itself, by the members of its texts; the pages by their addresses. */
function spelled({ chinese }: Texts): [key: string, chinese: string][] {
  const { text } = chinese[PALETTE] as { text: Record<string, Record<string, string>> }
  const { screens } = chinese[SCREENS] as { screens: readonly Screen[] }
  const parts = ['theme', 'commands', 'acts', 'tabs'].flatMap(part =>
    Object.entries(text[part]!).map(([key, words]): [string, string] => [`${part}.${key}`, words]),
  )
  const single = Object.entries(text).flatMap(([key, words]): [string, string][] => (typeof words === 'string' ? [[key, words]] : []))
  const synonyms = new Map(Object.entries(text['commandSynonyms']!))
  const own = [...parts, ...single].map(([key, words]): [string, string] => [
    key,
    `${words} ${synonyms.get(key.replace(/^.*\./, '')) ?? ''}`,
  ])
  const pages = screens.map(({ path, title, menuName = '' }): [string, string] => [
    path,
    `${title} ${menuName} ${text['synonyms']![path] ?? ''}`,
  ])
  return [...own, ...pages]
}

/** The pinyin of each word in full, and its initials. */
const spellingOf = (chinese: string): string =>
  [
    ...new Set(
      spoken(chinese)
        .split(' ')
        .flatMap(word => Object.values(placePinyinOf(word))),
    ),
  ]
    .filter(Boolean)
    .join(' ')
/** Characters of two readings that pinyin-pro misreads in our words, as others of the right one: chóngzhì, diào zhǔzhí. */
const spoken = (chinese: string): string => chinese.replaceAll(/重(?=[置命])/g, '虫').replaceAll(/调(?=主职)/g, '掉')
