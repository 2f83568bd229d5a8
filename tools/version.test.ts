import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))

test('D-36, D-63 the footer and the newest entry of the changelog show the version of package.json', () => {
  const { version } = read('package.json') as { version: string }
  expect(read('console/public/config.json')).toMatchObject({ 'project.version.value': `v${version}` })
  const [newest] = read('console/public/changelog.json') as { version: string }[]
  expect(newest?.version).toBe(`V${version}`)
})
