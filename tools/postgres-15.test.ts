import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { suitesOnPostgres15 } from './postgres-15.ts'
import { root } from './source-files.ts'

test('every suite that runs on PostgreSQL 15 is there', () => {
  expect(suitesOnPostgres15().filter(path => !existsSync(join(root, path)))).toEqual([])
})
