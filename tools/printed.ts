import { readFileSync } from 'node:fs'
import type { AnyCall, Permit } from '@hufu/contract/call'
import { allCalls } from '@hufu/contract/calls'
import { screens } from '@hufu/contract/screens'
import { features } from '../server/src/app.ts'
import { settingTable } from '../server/src/settings.ts'
import { administratorGuide } from './administrator-guide.ts'
import { arrows, domains, tables } from './domains.ts'
import { sourceFiles } from './source-files.ts'

/** Documents that are generated from the code and checked in, so that a change is seen in review. */
export const printed: Readonly<Record<string, () => string>> = {
  'docs/calls.md': calls,
  'docs/domains.md': domainGraph,
  'docs/settings.md': settings,
  'docs/zh-CN/administrator.md': administratorGuide,
}

const note = 'Printed from the code by `npm run print`; do not edit. A test fails when this copy is stale.'

function calls(): string {
  const handlers = handlerFiles()
  const count = Object.values(allCalls).reduce((sum, noun) => sum + Object.keys(noun).length, 0)
  const chapters = Object.entries(allCalls).map(([noun, list]) => {
    const files = new Set(Object.values(list).map(call => handlers.get(call) ?? 'none yet'))
    const rows = Object.entries(list).map(([name, call]) => [
      name,
      call.method,
      pathOf(call),
      permitOf(call.permit) + (call.stepUp ? ' · step-up' : ''),
      screensOf(call.permit),
    ])
    return `## ${noun}\n\n${[...files].map(file => (file === 'none yet' ? file : `\`${file}\``)).join(', ')}\n\n${table(['call', 'method', 'path', 'permit', 'screens'], rows)}`
  })
  return `# Calls\n\n${note}\n\n${count} calls. Paths stand below \`/api\`.\n\n${chapters.join('\n\n')}\n`
}

/** Finds the file of each feature by its `feature('name', calls, …)`. */
function handlerFiles(): ReadonlyMap<AnyCall, string> {
  const routes = sourceFiles().filter(({ path }) => /^server\/src\/(?:domains|sheets)\//.test(path))
  const fileOf = new Map(
    routes.flatMap(({ path, code }) => [...code.matchAll(/\bfeature\(\s*'([^']+)'/g)].map(([, name]) => [name, path] as const)),
  )
  return new Map(
    features.flatMap(feature => Object.values(feature.calls).map(call => [call, fileOf.get(feature.name) ?? feature.name] as const)),
  )
}

/** Which domain imports which, how often, and which tables it owns. */
function domainGraph(): string {
  const found = arrows()
  const sides = ['contract', 'server', 'console'] as const
  const rows = domains.flatMap(from =>
    domains.flatMap(to => {
      const counts = sides.map(side => found.filter(arrow => arrow.side === side && arrow.from === from && arrow.to === to).length)
      return counts.some(count => count > 0) ? [[from, to, ...counts.map(count => (count > 0 ? String(count) : ''))]] : []
    }),
  )
  const owned = Object.entries(tables).map(([owner, names]) => [owner, names.split(' ').join(', ')])
  return `# Domains

${note}

From the top: ${domains.join(', ')}. A domain imports only those before it (house.md, rule 3).

## Imports

${table(['domain', 'imports from', ...sides], rows)}

## Tables

${table(['owner', 'tables'], owned)}
`
}

const pathOf = ({ path, alias, transport }: AnyCall) =>
  [`\`${path}\``, ...alias.map(other => `also \`${other}\``), ...(transport === 'json' ? [] : [`(${transport})`])].join(' ')

function permitOf(permit: Permit): string {
  if (typeof permit === 'string') return permit
  const pages = permit.pages === '*' ? 'any page' : permit.pages.join(', ')
  const exceptions = permit.alone.length > 0 ? `; ${permit.alone.join(', ')} without` : ''
  return permit.buttons.length > 0 ? `${pages} + ${permit.buttons.join(' or ')}${exceptions}` : pages
}

function screensOf(permit: Permit): string {
  if (typeof permit === 'string' || permit.pages === '*') return ''
  const pages: readonly string[] = permit.pages
  const named = pages.map(path => screens.find(screen => screen.path === path)?.title ?? path)
  const opened = screens.filter(
    ({ code, parents }) => typeof code === 'string' && permit.buttons.includes(code) && parents.some(parent => pages.includes(parent)),
  )
  return [...new Set([...named, ...opened.map(screen => screen.title)])].join('、')
}

function settings(): string {
  const shown = (value: unknown) =>
    typeof value === 'boolean' ? String(Number(value)) : value === '' || Array.isArray(value) ? '' : `\`${String(value)}\``
  const rows = Object.values(settingTable).map(({ name, about, fallback }) => [`\`${name}\``, shown(fallback), about])
  return `# Settings\n\n${note}\n\nRead from the environment once, at the start; a wrong one stops it with a sentence.\n\n${table(['name', 'unless set', 'what it does'], rows)}\n`
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(titles), `|${titles.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

/** The copy on disk; '' if there is none. */
export function copyOf(file: string): string {
  try {
    return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  } catch {
    return ''
  }
}
