import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../server/src/domains/federation/oidc/', import.meta.url)
const table = readFileSync(new URL('../docs/conformance.md', import.meta.url), 'utf8')
const titles = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.test.ts'))
  .map(name => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n')
const rows = [...table.matchAll(/^\| ((?:oidcc|fapi2|fapi-ciba)-[A-Za-z0-9_-]+) \| (.+) \|$/gm)].map(([, module, result]) => ({
  module: module!,
  result: result!,
}))
const isTested = (module: string) => new RegExp(`[', ]${module}[', ]`).test(titles)

test('every module that docs/conformance.md lists as passing has a test of its name, and every such test is listed', () => {
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter(({ module, result }) => result.startsWith('passes') !== isTested(module))).toEqual([])
  const named = [...titles.matchAll(/[', ]((?:oidcc|fapi2|fapi-ciba)-[A-Za-z0-9_-]+)/g)].map(([, module]) => module!)
  expect(named.filter(module => !rows.some(row => row.module === module))).toEqual([])
  expect(table.toLowerCase()).not.toContain('certified')
})
