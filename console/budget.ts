import { gzipSync } from 'node:zlib'
import type { Plugin, Rollup } from 'vite'

type Chunk = Rollup.OutputChunk
type Bundle = Rollup.OutputBundle

/** kB (1000 bytes) of gzip (design/speed.md). */
const BUDGETS = { signIn: 120, shell: 275, list: 335, route: 150, designer: 20 }
const MAIN = 'src/main.tsx'
const SHELL = 'src/shell/shell.tsx'
const USERS = 'src/domains/directory/user/list/user-list-page.tsx'
/** What is there for the designer of workflows alone. */
const DESIGNER = ['design-page.tsx', 'designer.tsx'].map(file => `src/domains/governance/workflow/${file}`)

/**
 * Weighs what each page really loads: its chunk, what that imports at once, and the style sheets of both.
 * Where the budgets must hold, the build fails above them.
 */
export function budget(mustHold: boolean): Plugin {
  return {
    name: 'hufu-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const entry = chunkOf(bundle, MAIN)
      const shell = chunkOf(bundle, SHELL)
      const signIn = filesOf(bundle, [entry])
      const shellFiles = filesOf(bundle, [entry, shell])
      const users = chunkOf(bundle, USERS)
      const shown = filesOf(bundle, [entry, shell, users])
      const found = [
        { what: `the sign-in page, ${signIn.size} files`, size: bundleSize(bundle, signIn), most: BUDGETS.signIn },
        { what: `the shell, ${shellFiles.size} files`, size: bundleSize(bundle, shellFiles), most: BUDGETS.shell },
        { what: `the shell with the user list, ${shown.size} files`, size: bundleSize(bundle, shown), most: BUDGETS.list },
        ...routesOf(bundle, shell).map(route => ({
          what: route.facadeModuleId!.replace(/^.*\/src\//, ''),
          size: bundleSize(bundle, new Set([...filesOf(bundle, [route])].filter(file => !shellFiles.has(file)))),
          most: BUDGETS.route,
        })),
        {
          what: 'the designer of workflows',
          size: bundleSize(bundle, ownFiles(DESIGNER.map(file => chunkOf(bundle, file)))),
          most: BUDGETS.designer,
        },
      ]
      for (const { what, size, most } of mustHold ? found : found.slice(0, 3))
        console.log(`${size.toFixed(1).padStart(7)} of ${most} kB gzip  ${what}`)
      const over = found.filter(({ size, most }) => size > most)
      if (mustHold && over.length > 0)
        this.error(
          `over the budget of design/speed.md: ${over.map(({ what, size, most }) => `${what} ${size.toFixed(1)} > ${most} kB`).join('; ')}`,
        )
    },
  }
}

/** The piece that holds a module: a page that cannot be found would weigh nothing, and pass. */
function chunkOf(bundle: Bundle, module: string): Chunk {
  const found = Object.values(bundle).find((part): part is Chunk => part.type === 'chunk' && part.moduleIds.some(id => id.endsWith(module)))
  if (!found) throw new Error(`budget.ts: no chunk holds ${module}`)
  return found
}

const routesOf = (bundle: Bundle, shell: Chunk): Chunk[] =>
  Object.values(bundle).filter(
    (part): part is Chunk =>
      part.type === 'chunk' &&
      part.isDynamicEntry &&
      part !== shell &&
      /\/src\/(?:domains|shell)\/.*-page\.tsx$/.test(part.facadeModuleId ?? ''),
  )

const ownFiles = (chunks: readonly Chunk[]): Set<string> =>
  new Set(chunks.flatMap(chunk => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]))

function filesOf(bundle: Bundle, chunks: readonly Chunk[]): Set<string> {
  const files = new Set<string>()
  const take = (name: string) => {
    const part = bundle[name]
    if (files.has(name) || part?.type !== 'chunk') return
    files.add(name)
    for (const sheet of part.viteMetadata?.importedCss ?? []) files.add(sheet)
    for (const next of part.imports) take(next)
  }
  for (const chunk of chunks) take(chunk.fileName)
  return files
}

function bundleSize(bundle: Bundle, files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) {
    const part = bundle[file]
    if (part) bytes += gzipSync(part.type === 'chunk' ? part.code : part.source, { level: 9 }).length
  }
  return bytes / 1000
}
