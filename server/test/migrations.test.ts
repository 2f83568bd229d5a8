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

test('a merged migration step never changes; new steps are appended to merged-steps.txt', async () => {
  const merged = (await readFile(new URL('merged-steps.txt', import.meta.url), 'utf8')).trim().split('\n')
  expect((await readSteps()).map(({ name, sha256 }) => `${sha256}  ${name}`)).toEqual(merged)
})

/** The list of merged migrations in a commit; empty without git history or if the file did not exist yet. */
function mergedAt(commit: string): string[] {
  const { status, stdout } = spawnSync('git', ['show', `${commit}:./merged-steps.txt`], { cwd: import.meta.dirname, encoding: 'utf8' })
  return status === 0 ? stdout.trim().split('\n') : []
}

// Compares with the history, because the list could be changed together with a migration.
test('no step of the last commit, or of its parent, has changed or gone', async () => {
  const steps = new Set((await readSteps()).map(({ name, sha256 }) => `${sha256}  ${name}`))
  for (const commit of ['HEAD', 'HEAD^'])
    expect(
      mergedAt(commit).filter(step => !steps.has(step)),
      commit,
    ).toEqual([])
})

for (const state of olderStates)
  test(`a database of ${state} is migrated to the schema of a new one`, async () => {
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

test('two nodes that start at once on an older database migrate it once', async () => {
  const pool = await bareDatabase()
  await buildOlder(pool, olderStates[0]!)
  const nodes = [openDb(pool), openDb(openPool(at(inject('connection'), made.at(-1)!), 4))]
  await Promise.all(nodes.map(db => migrate(db)))
  expect(await schemaOf(pool)).toEqual(fresh)
  for (const db of nodes) await db.destroy()
})

test('a node that comes before another has kept the digests of the steps it carried out repairs nothing', async () => {
  const pool = await bareDatabase()
  const db = openDb(pool)
  await migrate(db)
  await pool.query('update schema_step set sha256 = null')
  expect(await migrate(db)).toEqual([])
  expect(await schemaOf(pool)).toEqual(fresh)
  expect((await pool.query('select 1 from schema_step where sha256 is null')).rows).toEqual([])
  await db.destroy()
})

test('a step whose content differs from when it was run stops the start with a message', async () => {
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

test('0050 messages waiting in the former queue are moved to their tables, and the queue is dropped', async () => {
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

test('0098 a phone that only a provider supplied is cleared, unless it was proven or rewritten since', async () => {
  const pool = await bareDatabase()
  const db = openDb(pool)
  await migrate(db, '0097-org-parent')
  await pool.query(
    `insert into identity_provider (id, name, code, kind, options, rules) values ('idp', '上游', 'idp', 'oidc', '{}', '{"makes": true}')`,
  )
  const ids = ['told', 'proven', 'rewritten', 'unlinked', 'linked', 'byHand']
  for (const id of ids)
    await pool.query(
      `insert into users (id, user_name, real_name, phone_cipher, phone_mask, phone_hash, phone_tail)
        values ($1, $1, $1, 'sealed' || $1, '139****0000', 'hash' || $1, 'tail')`,
      [id],
    )
  const link = (userId: string, origin: string) =>
    pool.query(`insert into identity_link (id, provider_id, subject, user_id, name, origin) values ($1, 'idp', $1, $1, $1, $2)`, [userId, origin]) // prettier-ignore
  for (const id of ['told', 'proven', 'rewritten']) await link(id, 'made')
  await link('linked', 'rule')
  await pool.query(`update users set phone_proven = 1 where id = 'proven'`)
  await pool.query(`update users set phone_mask = '138****1111', phone_hash = 'other' where id = 'rewritten'`)
  // Its link is gone, but the operation log still says who made it.
  await pool.query(`insert into oper_log (lane, seq, id, create_time, ip, trace_id, module, operate_type, method, path, params, code, message, cost, target, prev_digest, digest)
    values (1, 1, 'log', now(), '127.0.0.1', 'trace', 'identityLink', 'makeUser', 'GET', '/', '{}', 'success', '', 0, 'unlinked', '', '')`)
  await pool.query(`insert into audit_target (log_id, target_type, target_id) values ('log', 'identityProvider', 'idp')`)
  await migrate(db, '0098-accounts-made-by-providers')
  const { rows } = await pool.query<{ id: string; parts: number }>(
    `select id, num_nonnulls(phone_cipher, phone_mask, phone_hash, phone_tail) as parts from users where id = any ($1)`,
    [ids],
  )
  expect(Object.fromEntries(rows.map(({ id, parts }) => [id, parts]))).toEqual({
    told: 0,
    unlinked: 0,
    proven: 4,
    rewritten: 4,
    linked: 4,
    byHand: 4,
  })
  const { rows: made } = await pool.query<{ userId: string }>('select user_id as "userId" from made_user where provider_id = $1', ['idp'])
  expect(made.map(row => row.userId).toSorted()).toEqual(['proven', 'rewritten', 'told', 'unlinked'])
  // What was cleared remains in the data history.
  const { rows: kept } = await pool.query(`select before ->> 'phone_mask' as mask from data_history
    where table_name = 'users' and record_id = 'told' and operate_type = 'update'`)
  expect(kept).toEqual([{ mask: '139****0000' }])
  await db.destroy()
})

test('0130 the phones of existing users are reserved, and user names that read as a phone wait for their blind index', async () => {
  const pool = await bareDatabase()
  const db = openDb(pool)
  await migrate(db, '0120-names-compared-by-meaning')
  const rows = [['owner', 'wang', 'hash', null], ['gone', 'li', 'other', 'now()'], ['named', '139-0000-0001', null, null], ['plain', 'a13900000001', null, null]] // prettier-ignore
  for (const row of rows)
    await pool.query('insert into users (id, user_name, real_name, phone_hash, deleted_at) values ($1, $2, $1, $3, $4)', row)
  await migrate(db, '0130-login-phones')
  expect((await pool.query(`select user_id, hash = login_phone_key('hash') as "isHash" from login_phone`)).rows).toEqual([
    { user_id: 'owner', isHash: true },
  ])
  expect((await pool.query('select user_id from login_phone_queue')).rows).toEqual([{ user_id: 'named' }])
  expect((await pool.query('select user_id from login_phone_conflict')).rows).toEqual([])
  await db.destroy()
})
