import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isTest } from './domains.ts'
import { fieldLists } from './field-lists.ts'
import { root, sourceFiles, type SourceFile } from './source-files.ts'

const isText = ({ path, code }: SourceFile) => /\bt\(/.test(code) && /(?:^|[-/])(?:text|names)(?:\/[\w-]+)?\.ts$|-text\.ts$/.test(path)
const linesOf = (files: readonly SourceFile[]) => files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)

function largestFolder(files: readonly SourceFile[]): string {
  const counts = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf('/')))
  const [folder, all] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0]!
  return `${all.length} (${folder})`
}

/** The files of the platform that code run by every call imports at once, from the routes on. */
function enteredByEveryCall(files: readonly SourceFile[]): number {
  const byPath = new Map(files.map(file => [file.path, file]))
  const entered = new Set<string>()
  const visit = (path: string) => {
    if (entered.has(path)) return
    entered.add(path)
    for (const { of, local, atOnce } of byPath.get(path)?.imports ?? [])
      if (local && atOnce && of.startsWith('server/src/platform/http/')) visit(of)
  }
  visit('server/src/platform/http/routes.ts')
  return entered.size
}

/** `npm run print -- figures`: how wide the code is (docs/house.md, section 4). */
export function printFigures(): number {
  const files = sourceFiles()
  const product = files.filter(file => /^(contract|server|console)\/src\//.test(file.path) && !isTest(file))
  const texts = product.filter(isText)
  const figures: Record<string, number | string> = {
    'files that list the fields of a user': fieldLists(files).length,
    'text files': texts.length,
    'text files that stand twice': product.filter(({ path }) => path.endsWith('.en.ts')).length,
    'lines of text files': linesOf(texts),
    'source files of the product': product.length,
    'lines of the product': linesOf(product),
    'largest folder, without tests': largestFolder(product),
    'files of platform/http that routes.ts imports, directly or not': enteredByEveryCall(files),
    'chapters of decisions': readdirSync(join(root, 'docs/decisions')).filter(name => name !== 'README.md').length,
  }
  for (const [what, figure] of Object.entries(figures)) console.log(`| ${what} | ${figure} |`)
  return 0
}
