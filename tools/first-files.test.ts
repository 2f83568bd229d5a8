import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { domains } from './domains.ts'
import { root, sourceFiles } from './source-files.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  engines: { node: string }
  scripts: Record<string, string>
  optionalDependencies: Record<string, string>
}

test('.nvmrc names the bundled version of Node, and engines the oldest that can start it', () => {
  const pinned = Object.entries(manifest.optionalDependencies).flatMap(([name, version]) => (name.startsWith('node-') ? [version] : []))
  expect([...new Set(pinned)]).toEqual([read('.nvmrc').trim()])
  const [, oldest] = /^>=(\d+)$/.exec(manifest.engines.node)!
  expect(read('README.md')).toContain(`Node ${oldest} or newer`)
  for (const path of ['README.zh-CN.md', 'docs/zh-CN/operator.md']) expect(read(path)).toContain(`Node ${oldest} 或更新`)
  expect(read('tools/start.mjs')).toContain(`It must run on Node ${oldest} `)
})

test('editors are configured with the line length that is checked', () => {
  const { printWidth } = JSON.parse(read('.oxfmtrc.json')) as { printWidth: number }
  expect(read('.editorconfig')).toContain(`max_line_length = ${printWidth}\n`)
})

test('the first documents name only commands and files that exist', () => {
  for (const path of ['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/house.md', 'docs/zh-CN/operator.md']) {
    const text = read(path)
    const folder = dirname(path)
    const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(found => found[1]!)
    expect([path, linked.filter(link => !existsSync(join(root, folder, link)))]).toEqual([path, []])
    const run = [...text.matchAll(/npm run ([a-z]+)/g)].map(found => found[1]!)
    expect([path, run.filter(name => manifest.scripts[name] === undefined)]).toEqual([path, []])
  }
})

test('the page of the architecture lists the domains in their order', () => {
  const plan = read('docs/house.md').split('\n  domains/')[1]!.split('\n  <domain>')[0]!
  expect([...plan.matchAll(/^ {4}([a-z-]+)\/ /gm)].map(found => found[1])).toEqual([...domains])
})

test('the page of the architecture shows only functions that exist', () => {
  const code = sourceFiles()
    .map(({ text }) => text)
    .join('\n')
  const shown = [...read('docs/house.md').matchAll(/```tsx?\n(.*?)```/gs)]
    .flatMap(found => found[1]!.split('\n'))
    .filter(line => !line.endsWith('// no'))
    .flatMap(line => [...line.replace(/'[^']*'|\/\/.*/g, '').matchAll(/\b([a-z]\w+)\(/g)].map(found => found[1]!))
  expect(shown.length).toBeGreaterThan(40)
  expect([...new Set(shown)].filter(name => !new RegExp(String.raw`\b${name}\b`).test(code))).toEqual([])
})

test('the operators guide names only settings and metrics that exist, and calls that are answered', () => {
  const text = read('docs/zh-CN/operator.md')
  const settings = read('docs/settings.md')
  const named = [...new Set(text.match(/\bHUFU_[A-Z_]+|\bDATABASE_URL/g))].filter(name => name !== 'HUFU_BACKUP_PASSPHRASE')
  expect(named.filter(name => !settings.includes(`\`${name}\``))).toEqual([])
  expect(read('tools/backup/passphrase.ts')).toContain('HUFU_BACKUP_PASSPHRASE')
  const code = read('server/src/platform/http/metrics.ts')
  const metrics = [...new Set(text.match(/\bhufu_[a-z_]+/g))]
  expect(metrics.filter(name => !code.includes(name))).toEqual([])
  expect(read('docs/calls.md')).toContain('/publicApi/health')
})
