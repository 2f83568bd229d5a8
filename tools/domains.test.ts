import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allowedCrossings, forbiddenCrossings, arrows, type Domain, domains, isTest, ownerOf, placeOf } from './domains.ts'
import { root, type SourceFile, sourceFiles, withoutComments } from './source-files.ts'

const files = sourceFiles()
const product = files.filter(file => !isTest(file))

test('RM-08, rule 3: a domain imports only the domains above it', () => {
  const upward = arrows(files).filter(({ from, to }) => domains.indexOf(to) > domains.indexOf(from))
  expect(upward.map(({ file, of }) => `${file} → ${of}`)).toEqual([])
})

test('rule 3: a domain of the server or the console is imported only through its index.ts', () => {
  const past = arrows(files).filter(({ side, of }) => side !== 'contract' && !of.endsWith('/index.ts'))
  expect(past.map(({ file, of }) => `${file} → ${of}`)).toEqual([])
})

test('RM-08 a screen that sends calls sends some of its own domain, itself or by the parts of it that it loads', () => {
  const known = new Map(files.map(file => [file.path, file]))
  const screens = known.get('console/src/screens.tsx')!.imports.filter(({ of }) => placeOf(of)?.domain)
  expect(screens.length).toBeGreaterThan(50)
  const elsewhere = screens.filter(({ of }) => !callsOwnDomain(of, placeOf(of)!.domain!, known))
  expect(elsewhere.map(({ of }) => of)).toEqual([])
})

function callsOwnDomain(screen: string, domain: Domain, known: ReadonlyMap<string, SourceFile>): boolean {
  const reached = new Set([screen])
  const called = new Set<Domain>()
  for (const path of reached) {
    for (const { of } of known.get(path)?.imports ?? []) {
      const place = placeOf(of)
      if (place?.side === 'contract' && place.domain) called.add(place.domain)
      else if (place?.domain === domain) reached.add(of)
    }
  }
  return called.size === 0 || called.has(domain)
}

/** Files that import all domains, and which no domain imports: start, sign-in page and frame. */
const together = {
  server: /^server\/src\/(app|first-start|background|server|main)\.ts$/,
  console: /^console\/src\/((main|screens)\.tsx$|app-part-imports\.ts$|auth\/|shell\/)/,
  contract: /^contract\/src\/(calls|client-calls)\.ts$/,
}

test('rule 3: code outside the domains imports none of them', () => {
  const knowing = product.flatMap(({ path, imports }) => {
    const own = placeOf(path)
    const side = /^(contract|server|console)\/src\//.exec(path)?.[1] as keyof typeof together | undefined
    if (!side || own?.domain || together[side].test(path)) return []
    return imports.filter(({ of }) => placeOf(of)?.side === side && placeOf(of)?.domain).map(({ of }) => `${path} → ${of}`)
  })
  expect(knowing).toEqual([])
})

test('rule 3: only the files that assemble the domains import each other', () => {
  const side = (path: string) => Object.values(together).some(form => form.test(path))
  const back = product
    .filter(({ path }) => /^(contract|server|console)\/src\//.test(path) && !side(path))
    .flatMap(({ path, imports }) =>
      imports.filter(({ of }) => side(of) && of.split('/')[0] === path.split('/')[0]).map(({ of }) => `${path} → ${of}`),
    )
  expect(back).toEqual([])
})

test('every domain has the same name in each package, and every folder is a domain', () => {
  const folders = globSync(['server/src/domains/*/', 'console/src/domains/*/'], { cwd: root }).map(path => path.split(/[\\/]/)[3]!)
  expect(folders.filter(name => !(domains as readonly string[]).includes(name))).toEqual([])
})

test('every table of the migrations has one owner, and every table with an owner exists', () => {
  const there = new Set(['schema_step'])
  for (const path of globSync('server/migrations/*.sql', { cwd: root }).sort()) {
    const text = withoutComments(readFileSync(`${root}/${path}`, 'utf8').replaceAll(/--.*/g, ''))
    for (const [, made, dropped] of text.matchAll(
      /create (?:unlogged )?(?:table|view) (?:if not exists )?(\w+)|drop (?:table|view) (?:if exists )?(\w+)/g,
    )) {
      if (made) there.add(made)
      if (dropped) there.delete(dropped)
    }
  }
  expect([...ownerOf.keys()].sort()).toEqual([...there].sort())
})

test('rule 3: SQL reads tables of the domains above and writes its own; every exception is listed with its reason', () => {
  const listed = Object.values(allowedCrossings).flat()
  const found = forbiddenCrossings()
  expect(found.filter(use => !listed.includes(use))).toEqual([])
  expect(listed.filter((use, n) => !found.includes(use) || listed.indexOf(use) !== n)).toEqual([])
})
