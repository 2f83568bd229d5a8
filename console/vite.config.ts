import { readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { budget } from './budget.ts'
import { chunks } from './chunks.ts'
import { leanLibraries, styleNonces } from './lean-libraries.ts'
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

type Trick = 'schemas' | 'libraries' | 'side-effects' | 'chunks'

/** `--mode plain` leaves out what makes the console light, `--mode without-chunks` one part of it (docs/what-may-be-dropped.md). */
export default defineConfig(({ mode }) => {
  const has = (trick: Trick) => mode !== 'plain' && mode !== `without-${trick}`
  return {
    root,
    plugins: [
      has('schemas') ? noSchemas() : schemasWithoutEval(),
      styleNonces(),
      has('libraries') && leanLibraries(),
      react(),
      mode === 'production' && precompressed(),
      budget(mode === 'production'),
    ],
    server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      // Nothing may be inlined as data: or as script: the policy of the page allows neither.
      assetsInlineLimit: 0,
      // Each piece brings its styles, and waits for them: nothing is ever seen unstyled.
      cssCodeSplit: true,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        // english.html is index.html with the English sentences (HUFU_LANGUAGE).
        input: [`${root}index.html`, `${root}english.html`],
        // Shared sentences are written where they are used, so that no page loads those of the others.
        optimization: { inlineConst: { mode: 'all', pass: 1 } },
        // antd's own parts say nothing of their side effects, though they have none: unused ones would stay.
        ...(has('side-effects') && {
          treeshake: { moduleSideEffects: [{ test: /node_modules[\\/]@(?:rc-component|ant-design)[\\/]/, sideEffects: false }] },
        }),
        output: {
          ...(has('chunks') && { codeSplitting: { groups: chunks } }),
          // The first page carries the names of all that may come later, so a letter of each counts.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
        },
      },
    },
  }
})
