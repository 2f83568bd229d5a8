import { sourceFiles, type SourceFile } from '../source-files.ts'
import type { Kind, Place } from './mutate-places.ts'

/** Tests that check the same for many calls. */
const PERMITS = ['tools/print.test.ts', 'server/test/matrix.test.ts', 'server/test/scope.test.ts', 'server/test/keycloak-cases.test.ts']
const SCOPE_SUITES = ['scope', 'names-in-scope', 'foreign-reads', 'foreign-ids', 'foreign-counts', 'foreign-acts'].map(
  name => `server/test/${name}.test.ts`,
)
const GRANT_SUITES = ['server/src/domains/apps/giving/']
const RIGHTS_SUITES = [
  'server/test/seniority.test.ts',
  'server/src/domains/directory/user/edit/second-job.test.ts',
  'server/src/domains/apps/authorize/',
  'server/src/domains/apps/app-user/',
  'server/src/domains/permission/',
  'server/src/domains/federation/scim/',
]
/** Tests of access checks, rate limits and file access; fast ones first. */
const GUARD_SUITES = [
  [
    'server/src/platform/http/',
    'server/test/request-limits.test.ts',
    'server/test/wire.test.ts',
    'server/src/domains/sign-in/sign-in/limits.test.ts',
  ],
  ['server/src/domains/operations/file/', 'server/src/domains/credentials/phone/'],
  [
    'server/src/domains/permission/impersonation/',
    'server/src/domains/sign-in/sign-in/',
    'server/src/domains/federation/api-client/',
    'server/src/domains/credentials/factor/',
    'server/test/step-up.test.ts',
  ],
  ['server/test/flood.test.ts'],
]
const TESTS: Record<Kind, string[][]> = {
  permit: [PERMITS, ['server/test/scope-model.test.ts']],
  scope: [SCOPE_SUITES, ['server/src/domains/operations/file/', ...RIGHTS_SUITES], ['server/test/scope-model.test.ts']],
  stepUp: [['server/test/step-up.test.ts']],
  guard: GUARD_SUITES,
  giving: [GRANT_SUITES, RIGHTS_SUITES, ['server/test/giving-model.test.ts']],
}

const isTest = (path: string) => /^(server|tools)\/.*\.test\.ts$/.test(path)
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
/** Tests in which somebody has a limited scope; no other test can notice a scope that does not narrow. */
const limitsScope = /gradeAdmin\(|forDelegations|giving-branch|two-branches|foreign-world|saveScim|orgIds: \[/

/**
 * The tests that could notice a mutant, in stages, the cheapest first: for a guard the tests of limits; the tests beside the
 * mutated file; for a scope the tests of limited administrators that send the calls of its noun; then the tests of the kind.
 */
export function testsOf({ path, kind }: Pick<Place, 'path' | 'kind'>, files: readonly SourceFile[] = sourceFiles()): string[][] {
  const tests = files.filter(file => isTest(file.path))
  const below = (starts: readonly string[]) => tests.map(test => test.path).filter(test => starts.some(start => test.startsWith(start)))
  const beside = path.startsWith('server/src/domains/') ? below([folderOf(path)]) : []
  const senders = kind === 'scope' ? tests.filter(test => limitsScope.test(test.text) && sends(test, callsOfNoun(path, files))) : []
  const [quick, ...others] = TESTS[kind].map(below)
  const first = kind === 'guard' ? [quick!, beside] : [beside, senders.map(test => test.path), quick!]
  const stages = [...first, ...others]
  const seen = new Set<string>()
  return stages.map(stage => stage.filter(test => !seen.has(test) && seen.add(test))).filter(stage => stage.length > 0)
}

/** The folder of a noun, which holds its routes and may have rooms. */
const nounOf = (path: string) => `${path.split('/').slice(0, 5).join('/')}/`

/** The contract files whose calls are answered in the folder of this file's noun. */
function callsOfNoun(path: string, files: readonly SourceFile[]): Set<string> {
  const routes = files.filter(file => file.path.startsWith(nounOf(path)) && file.path.endsWith('.routes.ts'))
  return new Set(
    routes.flatMap(file => file.imports.filter(({ of, atOnce }) => atOnce && of.startsWith('contract/src/')).map(({ of }) => of)),
  )
}

const sends = (test: SourceFile, calls: ReadonlySet<string>) => test.imports.some(({ of }) => calls.has(of))
