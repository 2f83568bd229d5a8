import { randomBytes } from 'node:crypto'
import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { portTo } from '../../../../../test/database-port.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { runSync } from '../../../../../test/syncs.ts'
import { openPool } from '../../../../platform/database/db.ts'

let server: TestServer
let port: Awaited<ReturnType<typeof portTo>>
let source: ReturnType<typeof openPool>
const database = `source_${randomBytes(6).toString('hex')}`
beforeAll(async () => {
  const connection = inject('connection')
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  await server.kernel.pool.query(`create database ${database} template template0`)
  port = await portTo(connection)
  source = openPool(at(connection, database), 2)
  await source.query(`create schema hr;
    create table hr.dept (code text primary key, title text not null, above text);
    insert into hr.dept values ('DB1', '数据库总部', null), ('DB2', '数据库研发部', 'DB1');
    create table hr.person (id int primary key, login text, name text, dept text, attributes jsonb, is_active boolean, hired date, secret text);
    insert into hr.person select n, 'db.person' || n, '数据员工' || n, 'DB2', jsonb_build_object('number', 'DB-' || n), true, '2020-02-03', 'hidden'
      from generate_series(1, 2300) n;
    create view hr."在职" as select * from hr.person where is_active`)
})
afterAll(async () => {
  port.shut()
  await source.end()
  await server.kernel.pool.query(`drop database ${database} with (force)`)
  await server.close()
})
function at(connection: Parameters<typeof openPool>[0], name: string): Parameters<typeof openPool>[0] {
  if (!connection.url) return { ...connection, database: name }
  const url = new URL(connection.url)
  url.pathname = `/${name}`
  return { url: url.href }
}

const own = (): { port: string; username: string; password: string } =>
  'host' in port.connection
    ? { port: String(port.connection.port), username: port.connection.user ?? '', password: '' }
    : new URL(port.connection.url)
const address = (name = database) => `postgresql://127.0.0.1:${own().port}/${name}`
const mapping = [
  { object: 'org', to: 'originOrgId', from: 'code' },
  { object: 'org', to: 'name', from: 'title' },
  { object: 'org', to: 'parentOriginId', from: 'above' },
  { object: 'user', to: 'originUserId', from: 'id' },
  { object: 'user', to: 'userName', from: 'login', when: 'new' },
  { object: 'user', to: 'realName', from: 'name' },
  { object: 'user', to: 'employeeNumber', from: 'attributes.number' },
  { object: 'user', to: 'status', from: 'is_active' },
  { object: 'user', to: 'jobs', from: 'dept' },
] as const
let serial = 0
const config = (options: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
  name: `人事数据库${++serial}`,
  direction: 'in' as const,
  objectType: 'all' as const,
  type: 'database' as const,
  url: address(),
  secret: own().password || 'anything',
  options: { user: own().username, security: 'none', userTable: 'hr.在职', orgTable: 'hr.dept', ...options },
  mapping: [...mapping],
  policy: { brakeMin: 20 },
  ...more,
})
test('D-56 a table and a view are read in batches, only the mapped columns, and a second run changes nothing', async () => {
  const tested = await server.admin.call(sync.testConnect, { body: bodyFor(config()) })
  expect(tested).toMatchObject({ ok: true, count: 102, missing: [] })
  expect(Object.keys(tested.sample.at(-1)!).sort()).toEqual(['attributes', 'dept', 'id', 'is_active', 'login', 'name'])
  const { id } = await server.admin.call(sync.save, { body: config() })
  const { run } = await runSync(server, id)
  expect(run, run.message).toMatchObject({ state: 'done', readOrg: 2, readUser: 2300, written: 2302, failed: 0 })
  const { rows } = await server.kernel.pool.query(
    `select u.employee_number, u.status, o.name from users u join job j on j.user_id = u.id join org o on o.id = j.org_id where u.user_name = 'db.person2300'`,
  )
  expect(rows).toEqual([{ employee_number: 'DB-2300', status: 1, name: '数据库研发部' }])
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 0, user: { unchanged: 2300 } })
  await source.query('update hr.person set is_active = false where id <= 200')
  expect((await runSync(server, id)).run).toMatchObject({ state: 'blocked', user: { gone: 200 } })
  await source.query('update hr.person set is_active = true')
})

const bodyFor = ({ direction, objectType, type, url, secret, options, mapping: lines }: ReturnType<typeof config>) => ({
  direction, objectType, type, url, secret, options, mapping: lines,
}) // prettier-ignore

test('D-56 errors of a source database are reported in a message without hosts and accounts', async () => {
  const connectionMessage = async (options: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const { ok, message } = await server.admin.call(sync.testConnect, { body: bodyFor(config(options, more)) })
    expect(ok).toBe(false)
    expect(message).not.toContain('127.0.0.1')
    return message
  }
  expect(await connectionMessage({ userTable: 'hr.nothing' })).toBe('表或视图“hr.nothing”不存在，或账号无权读取')
  expect(await connectionMessage({ userTable: undefined })).toBe('请填写用户的表或视图')
  expect(await connectionMessage({ security: 'tls' })).toBe('数据库不支持加密的连接')
  expect(await connectionMessage({}, { url: address('nowhere') })).toBe('数据库不存在')
  expect(await connectionMessage({}, { url: 'postgresql://127.0.0.1' })).toMatch(/^数据库地址应为/)
  expect(await connectionMessage({}, { secret: '' })).toBe('请填写数据库账号的密码')
  expect(await connectionMessage({}, { mapping: [{ object: 'user', to: 'originUserId', from: 'strange' }] })).toBe(
    '表或视图“hr.dept”中没有映射所用的列',
  )
  await source.query(`insert into hr.person (id, login, name, attributes) values (0, 'large', repeat('x', 20000), '{}')`)
  await source.query('create view hr.large as select * from hr.person where id = 0')
  const large = { userTable: 'hr.large', orgTable: undefined }
  expect(
    await connectionMessage(large, { objectType: 'user', mapping: [{ object: 'user', to: 'realName', from: 'name' }], url: address() }),
  ).toBe('列“name”的内容过大')
  await source.query('delete from hr.person where id = 0')
})

test('D-56 the database of this system is refused as a source', async () => {
  const { rows } = await server.kernel.pool.query<{ name: string }>('select current_database() as name')
  const options = { userTable: 'users', orgTable: 'org' }
  const { message } = await server.admin.call(sync.testConnect, { body: bodyFor(config(options, { url: address(rows[0]!.name) })) })
  expect(message).toBe('不能把本系统的数据库作为来源')
})

test('T23 a database on this machine is neither stored as a source nor contacted unless the settings allow it', async () => {
  const plain = await startTestServer({ jobs: true })
  try {
    await plain.admin.refused('syncAddressRefused', sync.save, { body: config() })
    const { ok, message } = await plain.admin.call(sync.testConnect, { body: bodyFor(config()) })
    expect({ ok, message }).toEqual({ ok: false, message: '地址不允许访问' })
  } finally {
    await plain.close()
  }
})

test('D-56 a table name that contains more than a name is refused before any query', async () => {
  for (const userTable of ['hr.person; drop table hr.person', 'hr.person p', '(select 1)', 'a.b.c', 'hr."person"'])
    await server.admin.refused('syncOptionProblem', sync.save, { body: config({ userTable }) })
})

test('F7 with a column of update times only the changed rows of a database are read', async () => {
  await source.query(`drop table if exists hr.changing; create table hr.changing (id int primary key, login text, name text, updated timestamptz, number bigint);
    insert into hr.changing select n, 'db.changing' || n, '变动员工' || n, case n when 5030 then '2026-11-20 08:00+08'::timestamptz else '2026-11-20 07:00+08' end, n from generate_series(5001, 5030) n`)
  const people = mapping.filter(line => line.object === 'user' && ['originUserId', 'userName', 'realName'].includes(line.to))
  const make = (updatedColumn: string) =>
    config({ userTable: 'hr.changing', updatedColumn }, { objectType: 'user', mapping: people.map(line => ({ ...line })) })
  const id = (await server.admin.call(sync.save, { body: make('updated') })).id
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 30 })
  await source.query(`update hr.changing set name = '改过', updated = '2026-11-20 09:00+08' where id = 5003;
    update hr.changing set name = '没有更新时间', updated = '2026-11-19 00:00+08' where id = 5004`)
  // The row of the last known change is read again, because changes may become visible five minutes late.
  expect((await runSync(server, id, 'delta')).run).toMatchObject({ mode: 'delta', readUser: 2, written: 1, user: { gone: 0 } })
  expect((await runSync(server, id)).run).toMatchObject({ mode: 'full', written: 1 })
  await source.query(`update hr.changing set login = 'other.changing' || id, id = id + 100`)
  const counted = (await server.admin.call(sync.save, { body: make('number') })).id
  await runSync(server, counted)
  await source.query(`update hr.changing set name = '按号码', number = 6000 where id = 5107`)
  // The row with the last known number is read again, because other rows may have the same number.
  expect((await runSync(server, counted, 'delta')).run).toMatchObject({ mode: 'delta', readUser: 2, written: 1 })
  const missing = (await server.admin.call(sync.save, { body: make('nothing') })).id
  const { run } = await runSync(server, missing)
  expect(run.message).toContain('没有更新列“nothing”')
})
