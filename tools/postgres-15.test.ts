import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { suitesOnPostgres15 } from './postgres-15.ts'
import { root } from './source-files.ts'

/** Comes with the test that prepares every statement. */
const AWAITED = 'server/test/statements.test.ts'

test('every suite that runs on PostgreSQL 15 is there', () => {
  const missing = suitesOnPostgres15().filter(path => !existsSync(join(root, path)))
  expect(missing.filter(path => path !== AWAITED)).toEqual([])
})
