import { readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

/** The contract's schemas are types to the console: see no-schemas.ts. */
const noSchemas: Plugin = {
  name: 'hufu-no-schemas',
  apply: 'build',
  enforce: 'pre',
  resolveId: id => (id === 'zod' ? join(root, 'no-schemas.ts') : undefined),
}

const houseOnly = /kernel[\\/](?:calls|dates|debounce|permission|scroll-load|task-poll|encrypt-fallback)\./
const isShared = (id: string) =>
  /rolldown[\\/]runtime|node_modules[\\/](?:react|react-dom|scheduler)[\\/]|src[\\/]kernel[\\/]/.test(id) && !houseOnly.test(id)

export default defineConfig({
  root,
  plugins: [noSchemas, react(), precompressed()],
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing may be inlined as data: or as script: the policy of the page allows neither.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // One piece for what door and house share, so that the login page is few requests (design/speed.md).
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: isShared }] } } },
  },
})
