import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin, type Rollup } from 'vite'
import { language, sentencesIn } from './language-plugin.ts'

const project = fileURLToPath(new URL('../', import.meta.url))
const ENTRY = 'virtual:entry'

interface Options {
  inEnglish: boolean
  /** Fails if a sentence has no translation. */
  isWhole?: boolean
}

/** What the source of a module exports if its sentences are those of one language; imports are relative to the project. */
export async function inOneLanguage<Module>(source: string, { inEnglish, isWhole = false }: Options): Promise<Module> {
  const built = (await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    plugins: [entry(source), ...(isWhole ? language : sentencesIn)(inEnglish)],
    build: { ssr: true, rolldownOptions: { input: ENTRY }, write: false, minify: false },
  })) as Rollup.RollupOutput
  const folder = await mkdtemp(join(project, 'node_modules/.one-language-'))
  try {
    const file = join(folder, 'module.mjs')
    await writeFile(file, built.output[0].code)
    return (await import(pathToFileURL(file).href)) as Module
  } finally {
    await rm(folder, { recursive: true })
  }
}

const entry = (source: string): Plugin => ({
  name: 'hufu-entry',
  resolveId: id => (id === ENTRY ? join(project, 'entry.ts') : undefined),
  load: id => (id === join(project, 'entry.ts') ? source : undefined),
})
