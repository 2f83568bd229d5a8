import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  engines: { node: string }
  scripts: Record<string, string>
  optionalDependencies: Record<string, string>
}

test('.nvmrc names the Node that is brought along, and engines the oldest that can start it', () => {
  const pinned = Object.entries(manifest.optionalDependencies).flatMap(([name, version]) => (name.startsWith('node-') ? [version] : []))
  expect([...new Set(pinned)]).toEqual([read('.nvmrc').trim()])
  const [, oldest] = /^>=(\d+)$/.exec(manifest.engines.node)!
  expect(read('README.md')).toContain(`Node ${oldest} or newer`)
  expect(read('tools/start.mjs')).toContain(`It must run on Node ${oldest} `)
})

test('editors are told the line length that is checked', () => {
  const { printWidth } = JSON.parse(read('.oxfmtrc.json')) as { printWidth: number }
  expect(read('.editorconfig')).toContain(`max_line_length = ${printWidth}\n`)
})

test('the first documents name only commands and files that are there', () => {
  for (const path of ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/house.md']) {
    const text = read(path)
    const folder = path.startsWith('docs/') ? 'docs' : '.'
    const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(found => found[1]!)
    expect([path, linked.filter(link => !existsSync(join(root, folder, link)))]).toEqual([path, []])
    const run = [...text.matchAll(/npm run ([a-z]+)/g)].map(found => found[1]!)
    expect([path, run.filter(name => manifest.scripts[name] === undefined)]).toEqual([path, []])
  }
})
