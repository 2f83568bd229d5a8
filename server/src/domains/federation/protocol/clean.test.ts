import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { cleanProtocols } from './clean.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ids = async (table: string, column = 'id') =>
  (await server.kernel.pool.query<{ id: string }>(`select ${column} as id from ${table} order by 1`)).rows.map(row => row.id)

test('D-54 visits of applications are deleted after 180 days, expired protocol data at once, however many there are', async () => {
  const { pool } = server.kernel
  const appId = await server.given.app()
  const visit = `insert into app_visit (id, app_id, user_id, session_id, protocol, fault, ip, browser, os, visit_time)`
  await pool.query(`${visit} values ('old', $1, '1', 's', 'cas', '', '', '', '', now() - interval '181 days'),
    ('refused', $1, '1', 's', 'cas', 'noAccess', '', '', '', now() - interval '181 days'),
    ('young', $1, '1', 's', 'cas', '', '', '', '', now() - interval '179 days')`, [appId]) // prettier-ignore
  await pool.query(`insert into oidc_payload (type, id_hash, payload, expires_at)
    select 'AccessToken', 'past' || n, '{}', now() - interval '1 second' from generate_series(1, 25000) n`) // prettier-ignore
  await pool.query(
    `insert into oidc_payload (type, id_hash, payload, expires_at) values ('AccessToken', 'good', '{}', now() + interval '1 minute')`,
  )
  const login = 'insert into cas_login (id, session_id, app_id, service, ticket_sealed, due_time, create_time)'
  await pool.query(`${login} values ('over', 's', $1, '', '', null, now() - interval '3 days'),
    ('due', 's', $1, '', '', now() + interval '1 hour', now() - interval '3 days'), ('new', 's', $1, '', '', null, now())`, [appId]) // prettier-ignore
  await cleanProtocols(server.kernel).run()
  expect(await ids('app_visit')).toEqual(['young'])
  expect(await ids('oidc_payload', 'id_hash')).toEqual(['good'])
  expect(await ids('cas_login')).toEqual(['due', 'new'])
})
