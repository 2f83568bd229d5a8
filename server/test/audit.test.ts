import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '@hufu/contract/calls'
import { config } from '@hufu/contract/config'
import { file } from '@hufu/contract/file'
import { menus } from '@hufu/contract/menu'
import { org } from '@hufu/contract/org'
import { self, signIn } from '@hufu/contract/sign-in'
import { user } from '@hufu/contract/user'
import { PASSWORD, idCardOf, phoneOf } from './given.ts'
import { openHouse, type House, type Subject } from './harness.ts'
import { sealed } from './secrets.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const db = () => house.kernel.db
const count = async () => (await house.kernel.pool.query<{ n: number }>('select count(*) as n from oper_log')).rows[0]!.n
const last = () => db().selectFrom('operLog').selectAll().orderBy('createTime', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
/** How many records this left behind. */
async function recordsOf(act: () => Promise<unknown>): Promise<number> {
  const before = await count()
  await act()
  return (await count()) - before
}
let n = 0
const draft = (more: Record<string, unknown> = {}) => ({ parentId: '1', name: `审计${++n}`, code: `AU${n}`, ...more })

/** The verifier: rebuilds every digest from the row and follows each lane from its first record. */
async function faultsOfChain(): Promise<string[]> {
  const { rows } = await house.kernel.pool.query<{ lane: number; seq: number; text: string; prevDigest: string; digest: string }>(
    `select lane, seq, oper_log_text(o) as text, prev_digest as "prevDigest", digest from oper_log o order by lane, seq`,
  )
  const ends = new Map<number, { seq: number; digest: string }>()
  return rows.flatMap(({ lane, seq, text, prevDigest, digest }) => {
    const before = ends.get(lane) ?? { seq: 0, digest: '' }
    ends.set(lane, { seq, digest })
    const whole = seq === before.seq + 1 && prevDigest === before.digest && createHash('sha256').update(text, 'utf8').digest('hex') === digest
    return whole ? [] : [`${lane}:${seq}`]
  })
}

test('T28, D-60, D-73 a change leaves one record: who, from where, what, with which result', async () => {
  const id = await house.given.user({ realName: '审计甲' })
  await house.given.role(id, '/organiz/org-list')
  const he = await house.as(id)
  expect(await recordsOf(() => he.call(org.save, { body: draft() }))).toBe(1)
  const { userName } = await db().selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()
  const path = { module: 'org', operateType: 'save', method: 'POST', path: '/v3/org/save' }
  expect(await last()).toMatchObject({ userId: id, userName, ip: '127.0.0.1', ...path, code: 'success', target: expect.stringMatching(/^[0-9a-f]{32}$/), sessionId: expect.any(String) })
  expect(await recordsOf(() => he.refused('orgCodeTaken', org.save, { body: { parentId: '1', name: '别', code: 'ROOT' } }))).toBe(1)
  expect(await last()).toMatchObject({ userId: id, ...path, code: 'global_prompt', message: '编码已存在' })
  expect(await recordsOf(() => he.refused('forbidden', config.refresh))).toBe(1)
  expect(await last()).toMatchObject({ userId: id, module: 'config', operateType: 'refresh', code: '4403' })
  expect(await recordsOf(() => he.call(org.tree))).toBe(0)
})

test('T28 every call that changes something leaves exactly one record, allowed, refused or denied', async () => {
  const outsider = await house.as(await house.given.user())
  const subjects: Subject[] = [house.admin, outsider]
  for (const calls of Object.values(allCalls))
    for (const call of Object.values(calls).filter(one => one.permit !== 'anyone')) {
      for (const subject of subjects) {
        const answers: { envelope: { code: string } }[] = []
        // Logging out would end the session the rest of the walk needs.
        const at = call === signIn.logout ? await house.as('1') : subject
        const left = await recordsOf(async () => answers.push(await at.send(call)))
        const recorded = call.changes || answers[0]!.envelope.code === '4403'
        expect(left, `${call.path} ${answers[0]!.envelope.code}`).toBe(recorded ? 1 : 0)
      }
    }
})

test('T28, D-73 every lane verifies, also after two hundred changes at once, and an edited row is found', async () => {
  const bodies = Array.from({ length: 200 }, () => draft())
  await Promise.all(bodies.map(body => house.admin.call(org.save, { body })))
  expect((await house.kernel.pool.query('select distinct lane from oper_log')).rows.length).toBe(8)
  expect(await faultsOfChain()).toEqual([])
  const client = await house.kernel.pool.connect()
  try {
    // Only the owner of the table can, by taking the guard away; the verifier finds it.
    await client.query(`begin; alter table oper_log disable trigger oper_log_kept;
      update oper_log set message = 'edited' where (lane, seq) = (select lane, seq from oper_log where seq > 2 limit 1); alter table oper_log enable trigger oper_log_kept; commit`)
  } finally {
    client.release()
  }
  expect((await faultsOfChain()).length).toBe(1)
})

test('T28, D-73 a record cannot be updated, deleted or truncated', async () => {
  const before = await count()
  for (const statement of ["update oper_log set message = 'x'", 'delete from oper_log', 'truncate oper_log', 'delete from oper_log where false'])
    await expect(house.kernel.pool.query(statement), statement).rejects.toThrow('audit records are never changed')
  expect(await count()).toBe(before)
})

test('T28, D-73 a change whose record cannot be written is not done', async () => {
  const body = draft()
  await house.kernel.pool.query('alter table oper_log add constraint closed check (seq < 0) not valid')
  try {
    const answer = await house.admin.send(org.save, { body })
    expect([answer.status, answer.envelope.code]).toEqual([500, 'service_error'])
    expect((await house.admin.send(menus.setStatus, { body: { id: 'audit_sms', status: 0 } })).status).toBe(500)
    const session = await house.as('1')
    expect((await session.send(signIn.logout)).status).toBe(500)
    expect(await session.call(self.isAdmin)).toBe(true)
  } finally {
    await house.kernel.pool.query('alter table oper_log drop constraint closed')
  }
  expect(await house.admin.call(org.codeTaken, { query: { code: body.code } })).toBe(false)
  expect((await house.admin.call(menus.byId, { query: { id: 'audit_sms' } })).status).toBe(1)
  await house.admin.call(org.save, { body })
})

test('T28 CR, LF, ANSI, NUL, broken surrogates and written escapes stay inside one record of one line', async () => {
  const names = ['甲\r\n2026-01-01 admin 登录成功', '\u001b[2J乙', '丙\0丁', '\ud800戊', '\\u0000', '\\u0000","user_id":"1', '"},"code":"success', '\u2028己', `${'字'.repeat(3990)}😀😀`]
  for (const name of names) {
    expect(await recordsOf(() => house.admin.send(org.update, { body: { id: 'nothere', name, code: 'C' } })), JSON.stringify(name.slice(0, 20))).toBe(1)
    const record = await last()
    expect(record).toMatchObject({ userId: '1', operateType: 'update', code: 'global_prompt' })
    expect(record.params).not.toMatch(/[\u0000-\u001f]/)
  }
  // A change that is allowed and holds such text is recorded too.
  for (const name of ['前\ud800后', '\\u0000尾', '尾\\u0000"'])
    expect(await recordsOf(() => house.admin.call(org.save, { body: draft({ name: `${name}${++n}` }) })), JSON.stringify(name)).toBe(1)
})

test('T28, D-60, D-71 passwords, secrets and tokens are *** in a record, phone and ID number masked', async () => {
  const i = house.given.next()
  const [phone, idCard] = [phoneOf(5_000_000 + i), idCardOf(i)]
  const id = await house.given.user()
  const me = await house.as(id)
  const [old, fresh] = [await sealed(house, PASSWORD), await sealed(house, 'short')]
  const { id: item } = (await house.admin.call(config.page, { query: { configKey: 'defaultPassword' } })).records[0]!
  const jobs = [{ orgId: '1', jobType: 1 as const }]
  const acts: [string, () => Promise<unknown>][] = [
    ['own password', () => me.send(self.changePassword, { body: { userId: id, oldPassword: old, password: fresh } })],
    ['configured password', () => house.admin.send(config.update, { body: { id: item, configValue: fresh } })],
    ['policy', () => house.admin.send(config.updatePasswordSetting, { body: { defaultPassword: fresh, passwordBlacklist: ['canary'] } })],
    ['given password', () => house.admin.send(user.save, { body: { userName: `au${i}`, realName: '密', passwordType: 3, password: fresh, phone, idCard, jobs } })],
    ['person', () => house.admin.send(user.save, { body: { userName: `au${i}`, realName: '密', passwordType: 2, phone, idCard, jobs } })],
    ['sm4', () => house.admin.send(user.sm4, { body: { data: 'canary', type: 'en' } })],
    ['filter', () => house.admin.send(user.remove, { body: { query: { searchKey: phone, phone } } })],
    ['filter as text', () => house.admin.send(user.removeJob, { body: { jobType: 2, orgId: '1', queryStr: `{"phone":"${phone}"}` } })],
    ['in the query', () => house.admin.send(config.decryptValue, { query: { rsaPwd: old } })],
  ]
  for (const [name, act] of acts) {
    expect(await recordsOf(act), name).toBe(1)
    const { params, message } = await last()
    expect(params.includes('***'), `${name}: ${params}`).toBe(true)
    for (const secret of [old, fresh, encodeURIComponent(old), phone, idCard, 'canary', me.token!]) expect(params + message, name).not.toContain(secret)
  }
})

test('D-72 history tells before and after, the user, the session and the trace of the record', async () => {
  const id = await house.given.org({ name: '史前' })
  const { code } = await house.admin.call(org.byId, { query: { id } })
  await house.admin.call(org.update, { body: { id, name: '史后', code } })
  const record = await last()
  const history = await db().selectFrom('dataHistory').selectAll().where('recordId', '=', id).orderBy('id').execute()
  expect(history).toMatchObject([
    { tableName: 'org', operateType: 'insert', before: null, after: { name: '史前' } },
    { tableName: 'org', operateType: 'update', before: { name: '史前' }, after: { name: '史后' }, userId: '1', sessionId: record.sessionId, traceId: record.traceId },
  ])
  await house.admin.call(menus.remove, { body: { ids: [(await house.admin.call(menus.save, { body: { parentId: '0', name: '史菜单', menu_uri: '/x', type: 'menu', status: 1 } })).id] } })
  expect(await db().selectFrom('dataHistory').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()).toMatchObject({ tableName: 'menu', operateType: 'delete', before: { name: '史菜单' }, after: null })
})

test('D-72 no refused change has a history, and no history has a secret column', async () => {
  const i = house.given.next()
  const id = await house.given.user({ phone: phoneOf(6_000_000 + i), idCard: idCardOf(i) })
  await house.admin.call(user.resetPassword, { body: { ids: [id], passwordType: 2, hasSendSms: false } })
  const policy = { passwordStrength: 'medium', openPasswordBlacklist: false, passwordBlacklist: [], updatePasswordMode: 'force', expireDays: 90, passwordEncryptionRules: 'sm3' }
  await house.admin.call(config.updatePasswordSetting, { body: { ...policy, defaultPassword: await sealed(house, 'Initial#2026') } })
  const { configValue } = await db().selectFrom('config').select('configValue').where('configKey', '=', 'defaultPassword').executeTakeFirstOrThrow()
  const rows = await db().selectFrom('dataHistory').selectAll().execute()
  const text = JSON.stringify(rows)
  for (const secret of ['password_hash', 'phone_cipher', 'phone_hash', 'id_card_cipher', 'id_card_hash', 'argon2', phoneOf(6_000_000 + i), idCardOf(i), configValue]) expect(text.includes(secret), secret).toBe(false)
  const before = rows.length
  await house.admin.refused('orgMissing', org.move, { body: { ids: [await house.given.org()], targetParentId: 'nothere' } })
  expect((await db().selectFrom('dataHistory').selectAll().execute()).length).toBe(before + 1)
})

test('T28 an upload leaves a record without its bytes', async () => {
  expect(await recordsOf(() => house.admin.send(file.upload, { file: { name: 'a\r\nb.txt', bytes: Buffer.from('canary') } }))).toBe(1)
  const { params, operateType } = await last()
  expect([operateType, params.includes('canary')]).toEqual(['upload', false])
})
