import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { emptyUnfinished, markingUnfinished } from '../../tools/seed/start-anew.ts'
import { seedOrgs } from '../../tools/seed/orgs.ts'
import { seedPeople } from '../../tools/seed/people.ts'
import { firstNumber } from '../../tools/seed/sample.ts'
import { openDb, openPool } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { DATABASE_LIMITS } from '../src/platform/database/watched-client.ts'
import { sampleMarker } from '../src/sample-marker.ts'
import { at } from './database.ts'
import { startTestServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const LIMIT_MS = 1000
const SLOW = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike 'analyze%'
  and now() - query_start > interval '${LIMIT_MS + 200} milliseconds'`

test('seeding completes on a machine where analyze takes longer than a statement may', async () => {
  const { pool, keys } = server.kernel
  const db = openDb(openPool(at(inject('connection'), server.database), 2, { ...DATABASE_LIMITS, statementMs: LIMIT_MS, lockMs: 0 }))
  await seedOrgs(db)
  const locker = await pool.connect()
  try {
    // ANALYZE waits for this lock, and inserting does not.
    await locker.query('begin')
    await locker.query('lock table users in share update exclusive mode')
    const state = { isSlow: false, outcome: '' }
    const seeded = seedPeople(db, keys, 20)
      .then(
        () => 'seeded',
        (error: unknown) => String(error),
      )
      .then(outcome => (state.outcome = outcome))
    await expect
      .poll(async () => {
        state.isSlow ||= (await pool.query(SLOW)).rows.length > 0
        return state.isSlow || state.outcome !== ''
      })
      .toBe(true)
    await locker.query('rollback')
    expect([state.isSlow, await seeded]).toEqual([true, 'seeded'])
  } finally {
    locker.release()
    await db.destroy()
  }
})

test('sample data that were not finished are removed by the next run, and data without the mark are kept', async () => {
  const data = mkdtempSync(join(tmpdir(), 'hufu-sample-'))
  const other = await startTestServer()
  await other.given.user()
  const { database, drop } = await other.rest()
  const connection = at(inject('connection'), database)
  expect(await emptyUnfinished(data, connection)).toBe(false)
  const interrupted = markingUnfinished(data, () => Promise.reject(new Error('interrupted')))
  await expect(interrupted).rejects.toThrow('interrupted')
  expect(await emptyUnfinished(data, connection)).toBe(true)
  const db = openDb(openPool(connection, 2))
  await migrate(db)
  expect(await firstNumber(db, 10, { force: false, empty: true })).toBe(1)
  await db.destroy()
  await markingUnfinished(data, async () => undefined)
  expect(existsSync(sampleMarker(data))).toBe(false)
  rmSync(data, { recursive: true })
  await drop()
})
