import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '@hufu/contract/operations/config'
import { file } from '@hufu/contract/operations/file'
import { menus } from '@hufu/contract/permission/menu'
import { org } from '@hufu/contract/directory/org'
import { security } from '@hufu/contract/operations/security'
import { self } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { PASSWORD, idCardOf, phoneOf } from './given.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { lastRecord, recordsOf as leftBy } from './records.ts'
import { sealed } from './secrets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const last = () => lastRecord(server)
const recordsOf = (act: () => Promise<unknown>) => leftBy(server, act)
/** Columns that are secret or derived. */
const UNRECORDED =
  'password_hash user_name_phone_hash phone_cipher phone_hash phone_tail id_card_cipher id_card_hash search grams pinyin initials last_login_time'.split(
    ' ',
  )
let n = 0
const draft = (more: Record<string, unknown> = {}) => ({ parentId: '1', name: `审计${++n}`, code: `AU${n}`, ...more })
const db = () => server.kernel.db

test('T28 CR, LF, ANSI, NUL, broken surrogates and written escapes stay inside one record of one line', async () => {
  const names = [
    '甲\r\n2026-01-01 admin 登录成功',
    '\u001b[2J乙',
    '丙\0丁',
    '\ud800戊',
    '\\u0000',
    '\\u0000","user_id":"1',
    '"},"code":"success',
    '\u2028己',
    `${'字'.repeat(3990)}😀😀`,
  ]
  for (const name of names) {
    expect(
      await recordsOf(() => server.admin.send(org.update, { body: { id: 'nothere', name, code: 'C' } })),
      JSON.stringify(name.slice(0, 20)),
    ).toBe(1)
    const record = await last()
    expect(record).toMatchObject({ userId: '1', operateType: 'update', code: 'global_prompt' })
    expect(record.params).not.toMatch(/[\u0000-\u001f]/)
  }
  // An allowed change with such text is recorded, too.
  for (const name of ['前\u2028后', '\\u0000尾', '尾\\u0000"'])
    expect(await recordsOf(() => server.admin.call(org.save, { body: draft({ name: `${name}${++n}` }) })), JSON.stringify(name)).toBe(1)
})

test('T28, D-60, D-71 passwords, secrets and tokens are *** in a record, phone and ID number masked', async () => {
  const i = server.given.next()
  const [phone, idCard] = [phoneOf(5_000_000 + i), idCardOf(i)]
  const id = await server.given.user()
  const me = await server.as(id)
  const [old, fresh] = [await sealed(server, PASSWORD), await sealed(server, 'short')]
  const { id: item } = (await server.admin.call(config.page, { query: { configKey: 'defaultPassword' } })).records[0]!
  const jobs = [{ orgId: '1', jobType: 1 as const }]
  const acts: [string, () => Promise<unknown>][] = [
    ['own password', () => me.send(self.changePassword, { body: { userId: id, oldPassword: old, password: fresh } })],
    ['configured password', () => server.admin.send(config.update, { body: { id: item, configValue: fresh } })],
    ['policy', () => server.admin.send(security.updatePassword, { body: { defaultPassword: fresh, passwordBlacklist: ['canary'] } })],
    [
      'given password',
      () =>
        server.admin.send(user.save, {
          body: { userName: `au${i}`, realName: '密', passwordType: 3, password: fresh, phone, idCard, jobs },
        }),
    ],
    ['person', () => server.admin.send(user.save, { body: { userName: `au${i}`, realName: '密', passwordType: 2, phone, idCard, jobs } })],
    ['sm4', () => server.admin.send(user.sm4, { body: { data: 'canary', type: 'en' } })],
    ['filter', () => server.admin.send(user.remove, { body: { query: { searchKey: phone, phone } } })],
    ['filter as text', () => server.admin.send(user.removeJob, { body: { jobType: 2, orgId: '1', queryStr: `{"phone":"${phone}"}` } })],
    ['in the query', () => server.admin.send(config.decryptValue, { query: { rsaPwd: old } })],
  ]
  for (const [name, act] of acts) {
    expect(await recordsOf(act), name).toBe(1)
    const { params, message } = await last()
    expect(params.includes('***'), `${name}: ${params}`).toBe(true)
    for (const secret of [old, fresh, encodeURIComponent(old), phone, idCard, 'canary', me.token!])
      expect(params + message, name).not.toContain(secret)
  }
})

test('D-72 history has before and after, the user, the session and the trace id of the record', async () => {
  const id = await server.given.org({ name: '史前' })
  const { code } = await server.admin.call(org.byId, { query: { id } })
  await server.admin.call(org.update, { body: { id, name: '史后', code } })
  const record = await last()
  const history = await db().selectFrom('dataHistory').selectAll().where('recordId', '=', id).orderBy('id').execute()
  expect(history).toMatchObject([
    { tableName: 'org', operateType: 'insert', before: null, after: { name: '史前' } },
    {
      tableName: 'org',
      operateType: 'update',
      before: { name: '史前' },
      after: { name: '史后' },
      userId: '1',
      sessionId: record.sessionId,
      traceId: record.traceId,
    },
  ])
  await server.admin.call(menus.remove, {
    body: {
      ids: [(await server.admin.call(menus.save, { body: { parentId: '0', name: '史菜单', menu_uri: '/x', type: 'menu', status: 1 } })).id],
    },
  })
  expect(await db().selectFrom('dataHistory').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()).toMatchObject({
    tableName: 'menu',
    operateType: 'delete',
    before: { name: '史菜单' },
    after: null,
  })
})

test('D-72 a refused change has no history, and history has no secret columns', async () => {
  const i = server.given.next()
  const id = await server.given.user({ phone: phoneOf(6_000_000 + i), idCard: idCardOf(i) })
  await server.admin.call(user.resetPassword, { body: { ids: [id], passwordType: 2, hasSendSms: false } })
  const policy = {
    passwordStrength: 'medium',
    openPasswordBlacklist: false,
    passwordBlacklist: [],
    updatePasswordMode: 'force',
    expireDays: 90,
    passwordEncryptionRules: 'sm3',
  }
  await server.admin.call(security.updatePassword, { body: { ...policy, defaultPassword: await sealed(server, 'Initial#2026') } })
  const { configValue } = await db()
    .selectFrom('config')
    .select('configValue')
    .where('configKey', '=', 'defaultPassword')
    .executeTakeFirstOrThrow()
  const rows = await db().selectFrom('dataHistory').selectAll().execute()
  const text = JSON.stringify(rows)
  for (const secret of [
    'password_hash',
    'phone_cipher',
    'phone_hash',
    'id_card_cipher',
    'id_card_hash',
    'argon2',
    phoneOf(6_000_000 + i),
    idCardOf(i),
    configValue,
  ])
    expect(text.includes(secret), secret).toBe(false)
  const before = rows.length
  await server.admin.refused('orgMissing', org.move, { body: { ids: [await server.given.org()], targetParentId: 'nothere' } })
  expect((await db().selectFrom('dataHistory').selectAll().execute()).length).toBe(before + 1)
})

test('D-72 the history triggers cover every column their table has now, except the excluded ones', async () => {
  const { rows } = await sql<{ table: string; columns: string[]; definition: string }>`
    select t.tgrelid::regclass::text as table, pg_get_functiondef(t.tgfoid) as definition,
      (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_trigger t where t.tgname = 'history_update'`.execute(db())
  expect(rows.length).toBeGreaterThan(10)
  for (const { table, columns, definition } of rows) {
    const list = /from \(select (.*) from fresh\)/
      .exec(definition)![1]!
      .split(', ')
      .map(column => column.split(' ').at(-1))
    expect(
      columns.filter(column => !list.includes(column) && !UNRECORDED.includes(column)),
      table,
    ).toEqual([])
    expect(
      list.filter(column => UNRECORDED.includes(column!)),
      table,
    ).toEqual([])
  }
})

test('T28 an upload leaves a record without its bytes', async () => {
  expect(await recordsOf(() => server.admin.send(file.upload, { file: { name: 'a\r\nb.txt', bytes: Buffer.from('canary') } }))).toBe(1)
  const { params, operateType } = await last()
  expect([operateType, params.includes('canary')]).toEqual(['upload', false])
})
