import { globSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { isAllowedChinese } from './allowed-chinese.ts'

const project = fileURLToPath(new URL('../', import.meta.url))
const contract = /^@hufu\/contract\/(.+)$/
const han = /\p{Script=Han}+/u

/** Each file beside which one with other sentences stands, and that one: `text.ts` and `text.en.ts`. */
const englishFiles = (): Map<string, string> =>
  new Map(
    globSync(['console/src/**/*.en.ts', 'contract/src/**/*.en.ts'], { cwd: project }).map(path => [
      join(project, path.replace(/\.en\.ts$/, '.ts')),
      join(project, path),
    ]),
  )

/** The console in English: every import of `NAME.ts` takes `NAME.en.ts` where one stands. */
export function english(): Plugin {
  const known = englishFiles()
  return {
    name: 'hufu-english',
    enforce: 'pre',
    resolveId: {
      filter: { id: [/^\.{1,2}\/.*\.ts$/, contract] },
      handler(id, importer) {
        const [, shared] = contract.exec(id) ?? []
        if (shared !== undefined) return known.get(join(project, 'contract/src', `${shared}.ts`))
        return importer === undefined ? undefined : known.get(resolve(dirname(importer), id))
      },
    },
    /** A sentence nobody has translated must not pass unnoticed. */
    generateBundle(_options, bundle) {
      const chinese = Object.values(bundle).flatMap(part =>
        part.type === 'chunk' && han.test(part.code)
          ? Object.entries(part.modules).flatMap(([path, { code }]) => untranslated(path, code ?? '', part.code))
          : [],
      )
      if (chinese.length > 0) this.error(`not translated (console/allowed-chinese.ts):\n${chinese.join('\n')}`)
    },
  }
}

/** Chinese of a module that is still there when the bundler has dropped what nobody asks for. */
function untranslated(id: string, code: string, built: string): string[] {
  const path = id.startsWith(project) ? id.slice(project.length) : id.replace(/^\0/, '')
  if (isAllowedChinese(path)) return []
  const said = code.match(new RegExp(han, 'gu'))?.filter(words => built.includes(words)) ?? []
  return said.length > 0 ? [`${path}: ${said.slice(0, 3).join(' ')}`] : []
}
