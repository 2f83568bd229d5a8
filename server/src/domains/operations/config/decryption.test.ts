import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '@hufu/contract/operations/config'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { sealed } from '../../../../test/secrets.ts'
import { writeConfig } from '../../../platform/config/config.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_RATE_LIMIT: '1' } })
})
afterAll(() => server.close())

/** A super administrator with an unused rate limit. */
async function superAdmin() {
  const id = await server.given.user()
  await server.kernel.db.insertInto('userRole').values({ userId: id, roleId: 'super_admin' }).execute()
  return server.as(id)
}
const encrypt = (me: Awaited<ReturnType<typeof superAdmin>>, data: string) => me.call(user.sm4, { body: { data, type: 'en' } })
const decrypt = (data: string, reason = '核对') => ({ body: { data, type: 'de', reason } })

test('USER-25, D-58 decryption returns what was encrypted: one character, emoji, 64 KB; ciphertexts always differ; longer text is refused', async () => {
  const me = await superAdmin()
  for (const text of ['a', '密', '👨‍👩‍👧', '\ufeff标记', ' ', 'x'.repeat(65_536)]) {
    const cipher = await encrypt(me, text)
    expect(await encrypt(me, text)).not.toBe(cipher)
    expect(await me.call(user.sm4, decrypt(cipher))).toBe(text)
  }
  for (const text of ['x'.repeat(65_537), '密'.repeat(30_000)])
    expect((await me.send(user.sm4, { body: { data: text, type: 'en' } })).envelope.message).toBe('内容不能超过 64 KB')
})

test('D-58, T8 ciphertext that is changed, truncated or of another key gets one answer: 解密失败', async () => {
  const cipher = await encrypt(await superAdmin(), '一段需要保密的文字'.repeat(8))
  const bytes = Buffer.from(cipher.slice(3), 'base64')
  const changed = [0, 17, 40, bytes.length - 40, bytes.length - 1].map(at => {
    const copy = Buffer.from(bytes)
    copy[at]! ^= 1
    return `v2.${copy.toString('base64')}`
  })
  const answers = new Set<string>()
  const me = await superAdmin()
  for (const data of [...changed, cipher.slice(0, -8), 'rubbish', 'v2.', await sealed(server, 'Person#2026')])
    answers.add(JSON.stringify({ ...(await me.send(user.sm4, decrypt(data))).envelope, traceId: undefined }))
  expect([...answers].map(answer => JSON.parse(answer))).toEqual([expect.objectContaining({ code: 'global_prompt', message: '解密失败' })])
})

test('D-58 ciphertexts of the older form without HMAC are still read', async () => {
  const { keys } = server.kernel
  const sealedNow = Buffer.from(keys.sm4Encrypt('从前的内容').slice(3), 'base64')
  // The older format lacks the HMAC at the end.
  const older = sealedNow.subarray(0, -32).toString('base64')
  expect(await (await superAdmin()).call(user.sm4, decrypt(older))).toBe('从前的内容')
})

test('T8, D-58 the eleventh decryption within a minute is refused, per administrator, settings and texts counted together', async () => {
  const [me, other] = [await superAdmin(), await superAdmin()]
  const cipher = await encrypt(me, '文本')
  for (let n = 0; n < 5; n++) await me.call(user.sm4, decrypt(cipher))
  for (let n = 0; n < 5; n++) await me.refused('decryptFailed', config.decryptValue, { query: { rsaPwd: 'nothing' } })
  await me.refused('tooOften', user.sm4, decrypt(cipher))
  await me.refused('tooOften', config.decryptValue, { query: { rsaPwd: 'nothing' } })
  expect(await other.call(user.sm4, decrypt(cipher))).toBe('文本')
})

test('T8, D-58 every decryption is recorded with user, reason and setting, never with the text, and other super administrators see it', async () => {
  const me = await superAdmin()
  const secret = 'Initial#2026'
  await writeConfig(server.kernel.db, { defaultPassword: server.kernel.keys.encrypt('config', secret) })
  const { records } = await server.admin.call(config.page, { query: { configKey: 'defaultPassword' } })
  const rsaPwd = records[0]!.configValue
  expect(await me.call(config.decryptValue, { query: { rsaPwd, reason: '新人入职核对' } })).toBe(secret)
  await me.refused('decryptFailed', config.decryptValue, { query: { rsaPwd: await sealed(server, secret), reason: '试错' } })
  await me.call(user.sm4, decrypt(await encrypt(me, '绝密文本'), '修复接口'))
  const uses = await server.admin.call(config.pageDecryption, { query: { size: 4 } })
  expect(uses.records.map(({ kind, reason, result, configName }) => [kind, reason, result, configName])).toEqual([
    ['de', '修复接口', 1, null], ['en', null, 1, null], ['config', '试错', 0, null], ['config', '新人入职核对', 1, records[0]!.configName],
  ]) // prettier-ignore
  const { rows } = await server.kernel.pool.query<{ line: string }>('select o::text as line from oper_log o')
  const all = rows.map(({ line }) => line).join('\n')
  for (const hidden of [secret, '绝密文本', rsaPwd]) expect(all).not.toContain(hidden)
  expect(all).toContain('修复接口')
})

test('T8 records of the same text have the same fingerprint, so that its owner can find every decryption', async () => {
  const me = await superAdmin()
  const cipher = await encrypt(me, '同一段')
  for (let n = 0; n < 2; n++) await me.call(user.sm4, decrypt(cipher, '第一次与第二次'))
  const { rows } = await server.kernel.pool.query<{ target: string }>("select target from oper_log where params like '%第一次与第二次%'")
  expect(rows).toHaveLength(2)
  expect(rows[0]!.target).toBe(rows[1]!.target)
  expect(rows[0]!.target).toBeTruthy()
})

test('T8, ROUTE-77 a reason and a recent proof are required, and administrators without the all-rights role are refused', async () => {
  const me = await superAdmin()
  const cipher = await encrypt(me, '文本')
  expect((await me.send(user.sm4, { body: { data: cipher, type: 'de' } })).envelope.message).toBe('解密原因不能为空')
  await server.kernel.pool.query("update session set proven_at = now() - interval '1 day' where user_id <> '1'")
  server.kernel.sessions.forget()
  await me.refused('stepUpNeeded', user.sm4, decrypt(cipher))
  await me.refused('stepUpNeeded', config.decryptValue, { query: { rsaPwd: cipher } })
  const id = await server.given.user()
  await server.given.role(id, '/system/securityConfig#*', '/audit/operation#*')
  const plain = await server.as(id)
  await plain.refused('forbidden', user.sm4, decrypt(cipher))
  await plain.refused('forbidden', config.decryptValue, { query: { rsaPwd: cipher } })
  await plain.refused('forbidden', config.pageDecryption)
  expect((await me.send(config.pageDecryption)).headers.get('cache-control')).toBe('no-store')
})
