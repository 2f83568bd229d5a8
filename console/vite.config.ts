import { readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { budget } from './budget.ts'
import { chunks } from './chunks.ts'
import { language } from './language-plugin.ts'
import { englishFolder, help, helpFolder } from './help-plugin.ts'
import { leanLibraries, styleNonces } from './lean-libraries.ts'
import { paletteIndex } from './palette-index-plugin.ts'
import { noSchemas, schemasWithoutEval } from './no-schemas-plugin.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** The server sends .br and .gz as they lie here, so nothing is compressed twice. */
function precompressed(): Plugin {
  const worthwhile = new Set(['.js', '.css', '.svg'])
  return {
    name: 'hufu-precompressed',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter(name => worthwhile.has(extname(name)))) {
        const file = join(dir!, name)
        const bytes = readFileSync(file)
        if (bytes.length < 1024) continue
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      }
    },
  }
}

type BuildStep = 'schemas' | 'libraries' | 'side-effects' | 'chunks'

/** `--mode english` builds the second language; `--mode plain` leaves out what makes the console light, `--mode without-chunks` one part of it (docs/what-may-be-dropped.md). */
export default defineConfig(({ mode }) => {
  const inEnglish = mode === 'english'
  const isShipped = mode === 'production' || inEnglish
  const assets = inEnglish ? 'assets/en' : 'assets'
  const has = (trick: BuildStep) => mode !== 'plain' && mode !== `without-${trick}`
  return {
    root,
    plugins: [
      language(inEnglish),
      has('schemas') ? noSchemas() : schemasWithoutEval(),
      styleNonces(),
      has('libraries') && leanLibraries(),
      react(),
      help(inEnglish ? englishFolder : helpFolder),
      paletteIndex(inEnglish),
      isShipped && precompressed(),
      budget(isShipped),
    ],
    server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
    build: {
      outDir: 'dist',
      // Both languages lie in one folder, so that whoever builds both empties it first (tools/start.mjs).
      emptyOutDir: !inEnglish,
      copyPublicDir: !inEnglish,
      target: 'es2022',
      // Nothing may be inlined as data: or as script: the policy of the page allows neither.
      assetsInlineLimit: 0,
      // Each piece brings its styles, and waits for them: nothing is ever seen unstyled.
      cssCodeSplit: true,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: `${root}${inEnglish ? 'english' : 'index'}.html`,
        // Shared sentences are written where they are used, so that no page loads those of the others.
        optimization: { inlineConst: { mode: 'all', pass: 1 } },
        // antd's own parts say nothing of their side effects, though they have none: unused ones would stay.
        ...(has('side-effects') && {
          treeshake: { moduleSideEffects: [{ test: /node_modules[\\/]@(?:rc-component|ant-design)[\\/]/, sideEffects: false }] },
        }),
        output: {
          ...(has('chunks') && { codeSplitting: { groups: chunks } }),
          // The first page carries the names of all that may come later, so a letter of each counts.
          entryFileNames: `${assets}/[name]-[hash:7].js`,
          chunkFileNames: `${assets}/[name]-[hash:7].js`,
          assetFileNames: `${assets}/[name]-[hash:7][extname]`,
        },
      },
    },
  }
})
