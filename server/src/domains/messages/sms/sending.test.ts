import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { phone } from '@hufu/contract/credentials/phone'
import { openAliyunFake } from '../../../../test/fakes/sms-aliyun.ts'
import type { FakeSms } from '../../../../test/fakes/sms-fake.ts'
import { openHttpFake } from '../../../../test/fakes/sms-http.ts'
import { openTencentFake } from '../../../../test/fakes/sms-tencent.ts'
import { phoneOf } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { CAPTCHA } from '../../../../test/settings.ts'
import { claimSms } from './sms.sql.ts'

const CODE = '246810'
let server: TestServer
const fakes = {} as Record<'aliyun' | 'tencent' | 'http', FakeSms>
beforeAll(async () => {
  Object.assign(fakes, { aliyun: await openAliyunFake(), tencent: await openTencentFake(), http: await openHttpFake() })
  server = await startTestServer({ jobs: true, settings: { HUFU_FIXED_SMS_CODE: CODE, HUFU_ALLOW_LOOPBACK: '1' } })
})
afterAll(async () => {
  await server.close()
  for (const fake of Object.values(fakes)) await fake.close()
})
beforeEach(() => use(server, 'aliyun'))

async function set(at: TestServer, values: Record<string, string>) {
  for (const [configKey, configValue] of Object.entries(values))
    await at.kernel.db.updateTable('config').set({ configValue }).where('configKey', '=', configKey).execute()
  await at.kernel.config.refresh()
}
/** Configures a gateway as an administrator does. */
async function use(at: TestServer, name: keyof typeof fakes, more: Record<string, string> = {}) {
  const { address, account } = fakes[name]
  fakes[name].forget()
  await set(at, {
    'sms.gateway': name,
    'sms.address': address,
    'sms.accessKeyId': account.keyId,
    'sms.accessKeySecret': at.kernel.keys.encrypt('config', account.secret),
    'sms.appId': '1400006666',
    'sms.signName': '虎符',
    'sms.codeTemplate': name === 'tencent' ? '100001' : 'SMS_100001',
    'sms.passwordTemplate': name === 'tencent' ? '100002' : 'SMS_100002',
    ...more,
  })
}
let pictures = 0
async function ask(at: TestServer, telephone: string, more: Record<string, string> = {}) {
  const id = `sending-${process.pid}-${pictures++}`
  await at.nobody.send(phone.image, { query: { id } })
  return at.nobody.send(phone.sendCode, { query: { telephone, nonce: id, captcha: CAPTCHA, ...more } })
}
const someNumber = () => phoneOf(server.given.next() + 6_000_000)
const recordOf = (at: TestServer, telephone: string) =>
  at.kernel.db
    .selectFrom('sms')
    .selectAll()
    .where('phoneHash', '=', at.kernel.keys.blindIndex('phone', telephone))
    .orderBy('createTime', 'desc')
    .executeTakeFirstOrThrow()
/** The record once it has a result; with a silent gateway that takes two tries of five seconds each. */
async function settled(at: TestServer, telephone: string) {
  await expect.poll(async () => (await recordOf(at, telephone)).result).not.toBeNull()
  return recordOf(at, telephone)
}

test('LOGIN-02, LOGIN-11, AUTH-07 a code is sent by the configured gateway after the commit, and leaves one record', async () => {
  for (const name of ['aliyun', 'tencent', 'http'] as const) {
    await use(server, name)
    const telephone = someNumber()
    expect((await ask(server, telephone)).envelope.code).toBe('success')
    const record = await settled(server, telephone)
    expect(record).toMatchObject({ type: 'login', gateway: name, result: 1, message: '发送成功', tries: 1, sealed: null })
    expect(record.receipt).toMatch(/\d/)
    expect(fakes[name].sent).toMatchObject([{ telephone, values: expect.arrayContaining([CODE]) }])
  }
})

test('T7 a gateway that is busy twice gets the message at the third try, and sends it once', async () => {
  const telephone = someNumber()
  fakes.aliyun.next('Throttling.User', 'Throttling.User')
  await ask(server, telephone)
  expect(await settled(server, telephone)).toMatchObject({ result: 1, tries: 3, unsure: 1, sealed: null })
  expect(fakes.aliyun.requests).toHaveLength(3)
  expect(fakes.aliyun.sent).toHaveLength(1)
})

test('T7 a gateway that stays busy is not tried a fourth time', async () => {
  const telephone = someNumber()
  await use(server, 'tencent')
  fakes.tencent.next(...Array.from({ length: 9 }, () => 'RequestLimitExceeded'))
  await ask(server, telephone)
  expect(await settled(server, telephone)).toMatchObject({ result: 0, message: /^RequestLimitExceeded /, tries: 3, sealed: null })
  expect(fakes.tencent.requests).toHaveLength(3)
})

test('T7 a gateway that does not answer is tried twice, not three times: it may have sent the message', async () => {
  const telephone = someNumber()
  fakes.aliyun.next('hang', 'drop', 'Throttling.User')
  await ask(server, telephone)
  expect(await settled(server, telephone)).toMatchObject({
    result: 0,
    message: '短信网关无响应（ECONNRESET）',
    tries: 2,
    unsure: 2,
    sealed: null,
  })
  expect(fakes.aliyun.requests).toHaveLength(2)
})

test('T7 a final refusal is not retried, and the record says why', async () => {
  const telephone = someNumber()
  fakes.aliyun.next('isv.BUSINESS_LIMIT_CONTROL')
  await ask(server, telephone)
  const message = 'isv.BUSINESS_LIMIT_CONTROL 触发天级流控Permits:10'
  expect(await settled(server, telephone)).toMatchObject({ result: 0, message, tries: 1, sealed: null })
  expect(fakes.aliyun.requests).toHaveLength(1)
})

test('R3 if a node dies while sending, another sends once more, a third never does, and old messages are dropped', async () => {
  const { db } = server.kernel
  /** Queues a message and lets the given number of nodes claim it and crash. */
  const abandoned = async (deaths: number, age = '0 seconds') => {
    const telephone = someNumber()
    await db.transaction().execute(async trx => {
      const { queueSms } = await import('./queue.ts')
      await queueSms(server.kernel, trx, { telephone, userId: null, type: 'login', says: { code: CODE, minutes: 5 } })
      const { id } = (await trx.selectFrom('sms').select('id').orderBy('id', 'desc').executeTakeFirst())!
      for (let n = 0; n < deaths; n++) {
        expect(await claimSms(trx)).toMatchObject({ id, tries: n + 1 })
        // Simulates that half a minute has passed.
        await sql`update sms set due_time = now() where id = ${id}`.execute(trx)
      }
      await sql`update sms set create_time = now() - ${age}::interval where id = ${id}`.execute(trx)
    })
    return settled(server, telephone)
  }
  expect(await abandoned(1)).toMatchObject({ result: 1, tries: 2 })
  expect(fakes.aliyun.sent).toHaveLength(1)
  expect(await abandoned(2)).toMatchObject({ result: 0, tries: 2, message: '未能确认是否送达，为免重复发送不再重试', sealed: null })
  expect(await abandoned(0, '6 minutes')).toMatchObject({ result: 0, tries: 0, message: '超过有效时间仍未发出，已放弃发送', sealed: null })
  expect(fakes.aliyun.sent).toHaveLength(1)
})

test('R4, T7 two concurrent nodes send each of forty messages once', async () => {
  const other = await startTestServer({ beside: server, jobs: true, settings: { HUFU_FIXED_SMS_CODE: CODE, HUFU_ALLOW_LOOPBACK: '1' } })
  const numbers = Array.from({ length: 40 }, someNumber)
  const { queueSms, wakeSms } = await import('./queue.ts')
  const says = { code: CODE, minutes: 5 }
  await server.kernel.db
    .transaction()
    .execute(trx => queueSms(server.kernel, trx, ...numbers.map(telephone => ({ telephone, userId: null, type: 'login' as const, says }))))
  for (const node of [server, other]) for (let worker = 0; worker < 4; worker++) wakeSms(node.kernel)
  for (const telephone of numbers) expect(await settled(server, telephone)).toMatchObject({ result: 1, tries: 1 })
  expect(fakes.aliyun.sent.map(sms => sms.telephone).sort()).toEqual(numbers.sort())
  await other.close()
})

test('T7, D-71 nothing that is stored contains the code or a whole telephone number, whatever the gateway answers', async () => {
  await use(server, 'http')
  const [good, bad, busy] = [someNumber(), someNumber(), someNumber()]
  await ask(server, good)
  await settled(server, good)
  fakes.http.next('echo')
  await ask(server, bad)
  const message = await settled(server, bad)
  expect(message.message).toContain('******')
  fakes.http.next('busy', 'echo')
  await ask(server, busy)
  await settled(server, busy)
  const { db } = server.kernel
  const tables = await sql<{ name: string }>`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const dumps = await Promise.all(
    tables.rows.map(({ name }) => sql<{ line: string }>`select t::text as line from ${sql.raw(name)} t`.execute(db)),
  )
  const dump = dumps.flatMap(({ rows }) => rows.map(({ line }) => line)).join('\n')
  expect(dump).toContain(message.phoneMask)
  for (const secret of [good, bad, busy, CODE]) expect(dump.split('\n').filter(line => line.includes(secret))).toEqual([])
})

test('T23 a gateway on this machine is not contacted where external systems are not faked', async () => {
  const real = await startTestServer({ jobs: true, settings: { HUFU_FIXED_SMS_CODE: CODE } })
  try {
    for (const address of [fakes.http.address, fakes.http.address.replace('127.0.0.1', 'localhost'), 'http://169.254.169.254/latest']) {
      await use(real, 'http', { 'sms.address': address })
      const telephone = someNumber()
      await ask(real, telephone)
      expect(await settled(real, telephone)).toMatchObject({ result: 0, message: '短信网关无响应（address refused）', tries: 1 })
    }
    expect(fakes.http.requests).toEqual([])
  } finally {
    await real.close()
  }
})

test('D-66, ERR-21 an incomplete gateway counts as none: 600 says what to configure', async () => {
  const telephone = someNumber()
  const missing = async (values: Record<string, string>, data: string) => {
    await use(server, 'aliyun', values)
    expect((await ask(server, telephone)).envelope).toEqual({ code: '600', message: data, data })
  }
  await missing({ 'sms.accessKeySecret': '' }, '请先配置短信网关')
  await missing({ 'sms.signName': '' }, '请先配置短信网关')
  await missing({ 'sms.address': 'ftp://sms.example' }, '请先配置短信网关')
  await missing({ 'sms.gateway': 'http', 'sms.address': '' }, '请先配置短信网关')
  await missing({ 'sms.gateway': 'tencent', 'sms.appId': '' }, '请先配置短信网关')
  await missing({ 'sms.codeTemplate': '' }, '请先配置短信模板编号')
  expect(fakes.aliyun.requests).toEqual([])
})

test('AUTH-07, D-26 the record names the owner of the telephone; the user the caller names counts only if the telephone has no owner', async () => {
  const [telephone, strange] = [someNumber(), someNumber()]
  const [owner, other] = [await server.given.user({ phone: telephone }), await server.given.user()]
  await ask(server, telephone, { userId: other })
  await ask(server, strange, { userId: other })
  expect((await settled(server, telephone)).userId).toBe(owner)
  expect((await settled(server, strange)).userId).toBe(other)
})
