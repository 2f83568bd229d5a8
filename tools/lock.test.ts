import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

interface Entry {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const json = <T>(path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as T
const { packages } = json<{ packages: Record<string, Entry> }>('package-lock.json')
const workspaces = Object.keys(packages).filter(path => !/(^|\/)node_modules\//.test(path))
const installed = Object.entries(packages).filter(([path, { link }]) => !workspaces.includes(path) && !link)

/** The packages that must be installed with a package, peers included unless they are marked as optional. */
function dependenciesOf({ dependencies, devDependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }: Entry) {
  const peers = Object.entries(peerDependencies ?? {}).filter(([name]) => !peerDependenciesMeta[name]?.optional)
  return [dependencies, devDependencies, optionalDependencies].flatMap(each => Object.entries(each ?? {})).concat(peers)
}

/** Node's own search: in the package's `node_modules`, then in that of each folder above. */
function find(name: string, from: string): Entry | undefined {
  const here = packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`]
  if (here !== undefined || from === '') return here
  return find(name, from.includes('/') ? from.slice(0, from.lastIndexOf('/')) : '')
}

test('0048 every package that a package of the lock depends on is in the lock, those of other platforms too', () => {
  const all = Object.entries(packages).flatMap(([path, entry]) => dependenciesOf(entry).map(([name, range]) => ({ path, name, range })))
  const isMissing = ({ path, name, range }: (typeof all)[number]) => {
    const found = find(name, path)
    return found === undefined || (/^\d/.test(range) && /^[\w.-]+$/.test(range) && !found.link && found.version !== range)
  }
  expect(all.filter(isMissing).map(({ path, name, range }) => `${path} → ${name} ${range}`)).toEqual([])
  expect(all.some(({ name }) => name === '@oxlint/binding-win32-x64-msvc')).toBe(true)
})

test('0048 the lock and every package.json name the same versions, and each is exact', () => {
  for (const path of workspaces) {
    const { dependencies, devDependencies, optionalDependencies } = json<Entry>(join(path, 'package.json'))
    expect({ dependencies, devDependencies, optionalDependencies }).toEqual({
      dependencies: packages[path]!.dependencies,
      devDependencies: packages[path]!.devDependencies,
      optionalDependencies: packages[path]!.optionalDependencies,
    })
    const loose = dependenciesOf(packages[path]!).filter(
      ([name, range]) => !name.startsWith('@hufu/') && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range),
    )
    expect(loose).toEqual([])
  }
})

test('0048 every package of the lock has an integrity and names no registry', () => {
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
})
