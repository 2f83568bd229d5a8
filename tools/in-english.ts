import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Rollup } from 'vite'
import { language } from '../console/language-plugin.ts'
import { root } from './source-files.ts'

/** A module of the console or the contract as the English console has it: `inEnglish<typeof import('…')>('console/src/…')`. */
export async function inEnglish<Module>(path: string): Promise<Module> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [language(true)],
    build: { ssr: join(root, path), write: false, minify: false },
  })) as Rollup.RollupOutput
  const folder = await mkdtemp(join(root, 'node_modules/.english-'))
  try {
    const file = join(folder, 'module.mjs')
    await writeFile(file, built.output[0].code)
    return (await import(pathToFileURL(file).href)) as Module
  } finally {
    await rm(folder, { recursive: true })
  }
}
