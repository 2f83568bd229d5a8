import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDb, openPool } from '../src/platform/database/db.ts'
import { migrate, readSteps } from '../src/platform/database/migrate.ts'
import { at, dropDatabase } from './database.ts'
import { buildOlder, olderStates, schemaOf } from './older-states.ts'

const maker = openPool(inject('connection'), 1)
const made: string[] = []
let fresh: string[]
beforeAll(async () => {
  const pool = await bareDatabase()
  const db = openDb(pool)
  await migrate(db)
  fresh = await schemaOf(pool)
  await db.destroy()
})
afterAll(async () => {
  for (const name of made) await dropDatabase(maker, name)
  await maker.end()
})

async function bareDatabase() {
  const name = `m_${crypto.randomUUID().replaceAll('-', '')}`
  await maker.query(`create database ${name} template template0`)
  made.push(name)
  return openPool(at(inject('connection'), name), 4)
}

test('no step that was merged ever changes; new ones are appended to merged-steps.txt', async () => {
  const merged = (await readFile(new URL('merged-steps.txt', import.meta.url), 'utf8')).trim().split('\n')
  expect((await readSteps()).map(({ name, sha256 }) => `${sha256}  ${name}`)).toEqual(merged)
})

/** What stood there in a commit; nothing where there is no history, or the file was not there yet. */
function mergedAt(commit: string): string[] {
  const { status, stdout } = spawnSync('git', ['show', `${commit}:./merged-steps.txt`], { cwd: import.meta.dirname, encoding: 'utf8' })
  return status === 0 ? stdout.trim().split('\n') : []
}

// The list alone could be changed together with its step.
test('no step that stands in the last commit, or in what it was merged into, has changed or gone', async () => {
  const steps = new Set((await readSteps()).map(({ name, sha256 }) => `${sha256}  ${name}`))
  for (const commit of ['HEAD', 'HEAD^'])
    expect(
      mergedAt(commit).filter(step => !steps.has(step)),
      commit,
    ).toEqual([])
})

for (const state of olderStates)
  test(`a database of ${state} is brought to the schema of a fresh one`, async () => {
    const pool = await bareDatabase()
    const db = openDb(pool)
    await buildOlder(pool, state)
    await migrate(db)
    const now = await schemaOf(pool)
    expect({ missing: fresh.filter(line => !now.includes(line)), left: now.filter(line => !fresh.includes(line)) }).toEqual({
      missing: [],
      left: [],
    })
    // A second start finds nothing to do.
    expect(await migrate(db)).toEqual([])
    await db.destroy()
  })

test('two nodes that start at once on an older database bring it forward once', async () => {
  const pool = await bareDatabase()
  await buildOlder(pool, olderStates[0]!)
  const nodes = [openDb(pool), openDb(openPool(at(inject('connection'), made.at(-1)!), 4))]
  await Promise.all(nodes.map(db => migrate(db)))
  expect(await schemaOf(pool)).toEqual(fresh)
  for (const db of nodes) await db.destroy()
})

test('a step that says something else than when it was carried out stops the start with a sentence', async () => {
  const pool = await bareDatabase()
  const db = openDb(pool)
  await migrate(db)
  const { rows } = await pool.query<{ sha256: string }>(`select sha256 from schema_step where name = '0002-org'`)
  expect(rows[0]!.sha256).toBe(
    createHash('sha256')
      .update(await readFile(new URL('../migrations/0002-org.sql', import.meta.url)))
      .digest('hex'),
  )
  await pool.query(`update schema_step set sha256 = 'other' where name = '0002-org'`)
  await expect(migrate(db)).rejects.toThrow('数据库升级步骤的内容与当初执行的不一致：0002-org')
  await db.destroy()
})

test('0050 what waited in the former queue waits in its table, and the queue is gone', async () => {
  const pool = await bareDatabase()
  const db = openDb(pool)
  await migrate(db, '0045-files')
  await pool.query('create schema pgboss create table job (id int)')
  await pool.query(`insert into sms (id, phone_mask, phone_hash, phone_tail, sealed, type, content, gateway)
    values ('waits', '138****0000', 'hash', 'tail', 'sealed', 'login', '******', 'http')`)
  await pool.query("insert into mail (id, sealed) values ('waits', 'sealed')")
  await migrate(db)
  for (const table of ['sms', 'mail']) {
    const { rows } = await pool.query(`select id, due_time <= now() as "isDue" from ${table}`)
    expect(rows).toEqual([{ id: 'waits', isDue: true }])
  }
  expect((await pool.query("select 1 from pg_namespace where nspname = 'pgboss'")).rows).toEqual([])
  await db.destroy()
})
