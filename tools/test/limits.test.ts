import { expect, test } from 'vitest'
import { sourceFiles } from '../source-files.ts'

/** Polls that are repeated or only wait for a layout, with the reason. */
const shorter: Readonly<Record<string, string>> = {
  'e2e/orgs.test.ts': 'one of many tries',
  'e2e/tour/every-address.ts': 'a layout that does not fit stays so, and is then reported',
  'e2e/tour/room.ts': 'a layout that does not fit stays so, and is then reported',
}

test('the limit of a step in a test is for what hangs: a minute or more', () => {
  const isOfTests = (path: string) => path.endsWith('.test.ts') || path.startsWith('server/test/') || path.startsWith('e2e/')
  const limits = sourceFiles()
    .filter(({ path }) => isOfTests(path) && !(path in shorter))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/\btimeout: ([\d_]+)/g)].map(([, ms]) => ({ path, ms: Number(ms!.replaceAll('_', '')) })),
    )
  expect(limits.length).toBeGreaterThan(20)
  expect(limits.filter(({ ms }) => ms < 60_000)).toEqual([])
})

test('no test or hook has less time than vitest.config.ts gives it: a busy machine is slower than ours', () => {
  const given = sourceFiles()
    .filter(({ path }) => path.endsWith('.test.ts'))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/^\}, ([\d_]+)\)$|\{ timeout: ([\d_]+)(?:, retry: 0)? \},\s+async/gm)].map(([, last, option]) => ({
        path,
        ms: Number((last ?? option)!.replaceAll('_', '')),
      })),
    )
  expect(given.filter(({ ms }) => ms < 300_000)).toEqual([])
})
