import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { build, parseAst, type Rollup } from 'vite'
import { language } from '../console/language-plugin.ts'
import { root, sourceFiles } from './source-files.ts'

const han = /\p{Script=Han}/u
const pair = /\bt\(/
const texts = sourceFiles().filter(
  ({ path, code }) => /^(console|contract)\/src\/.*(?<!\.test|language)\.ts$/.test(path) && pair.test(code),
)

interface Node {
  type: string
  callee?: { name?: string }
  arguments?: Node[]
  value?: unknown
}

/** The strings in each argument of every `t(chinese, english)` of a file. */
function pairsOf(code: string): { chinese: string[]; english: string[] }[] {
  const found: { chinese: string[]; english: string[] }[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, callee, arguments: given } = node as Node
    if (type === 'CallExpression' && callee?.name === 't' && given?.length === 2)
      found.push({ chinese: stringsIn(given[0]), english: stringsIn(given[1]) })
    Object.values(node).forEach(walk)
  }
  walk(parseAst(stripTypeScriptTypes(code)))
  return found
}

function stringsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, value } = node as Node
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  if (type === 'TemplateElement') return [(value as { cooked: string }).cooked]
  return Object.values(node).flatMap(stringsIn)
}

/** The strings of the files as one language has them, by path. */
async function built(inEnglish: boolean): Promise<Map<string, Set<string>>> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    // Without the check of the whole console, to which these files alone would be new.
    plugins: language(inEnglish).slice(0, 1),
    build: {
      ssr: true,
      write: false,
      minify: false,
      rollupOptions: {
        input: texts.map(({ path }) => join(root, path)),
        output: { preserveModules: true },
        preserveEntrySignatures: 'strict',
      },
    },
  })) as Rollup.RollupOutput
  const chunks = output.filter(part => part.type === 'chunk')
  return new Map(
    chunks.map(({ facadeModuleId, code }) => [
      facadeModuleId!.slice(root.length + 1).replaceAll('\\', '/'),
      new Set(stringsIn(parseAst(code))),
    ]),
  )
}

test('RM-06 the build of a language contains no sentence of the other', async () => {
  const [inChinese, inEnglish] = [await built(false), await built(true)]
  const isSentence = (text: string) => /[a-z]{2,} [a-z]{2,}/.test(text)
  let sentences = 0
  for (const { path, text } of texts) {
    const pairs = pairsOf(text)
    const [chinese, english] = [pairs.flatMap(one => one.chinese), pairs.flatMap(one => one.english)]
    const [onlyChinese, onlyEnglish] = [chinese.filter(one => han.test(one)), english.filter(isSentence)]
    sentences += onlyChinese.length
    expect(
      onlyEnglish.filter(one => inChinese.get(path)!.has(one) && !chinese.includes(one)),
      path,
    ).toEqual([])
    expect(
      onlyChinese.filter(one => inEnglish.get(path)!.has(one) && !english.includes(one)),
      path,
    ).toEqual([])
  }
  expect(sentences).toBeGreaterThan(5000)
})
