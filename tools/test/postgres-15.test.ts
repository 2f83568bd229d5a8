import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { suitesOnPostgres15 } from './postgres-15.ts'
import { root } from '../source-files.ts'

test('every suite listed for PostgreSQL 15 exists', () => {
  expect(suitesOnPostgres15().filter(path => !existsSync(join(root, path)))).toEqual([])
})
