import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appSetting, type AppSettingDraft } from '@hufu/contract/apps/app-setting'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { newId } from '../../../platform/database/ids.ts'

let server: TestServer
/** A server whose settings allow pushes to the local machine. */
let near: TestServer
let target: Server
let origin: string
const taken: { headers: IncomingHttpHeaders; body: string }[] = []
let answer = { status: 200, location: '' }

beforeAll(async () => {
  server = await startTestServer()
  near = await startTestServer({ beside: server, settings: { HUFU_ALLOW_LOOPBACK: '1' } })
  target = createServer((request, response) => {
    let body = ''
    request.on('data', piece => (body += String(piece)))
    request.on('end', () => {
      taken.push({ headers: request.headers, body })
      response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end('ok')
    })
  })
  await new Promise<void>(done => target.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise(done => target.close(done))
  await near.close()
  await server.close()
})

const SECRET = 'a-secret-of-the-push-1'
const draft = (appId: string, parts: Partial<AppSettingDraft> = {}): AppSettingDraft => ({
  appId,
  tokenSeconds: 3600,
  openPush: 0,
  singleLogout: 1,
  ...parts,
})
const pushes = (pushUrl: string) => ({ openPush: 1, pushUrl, pushObject: 'all', pushSecret: SECRET }) as const
const find = (appId: string) => server.admin.call(appSetting.get, { query: { appId } })
const update = (at: TestServer, body: AppSettingDraft) => at.admin.call(appSetting.update, { body })

test('X-APPSET-01, X-APPSET-02 the settings of an application are changed and read; the secret is never returned', async () => {
  const appId = await server.given.app()
  expect(await find(appId)).toEqual({
    appId, protocol: 'oauth2', tokenSeconds: 3600, ipWhitelist: [], openPush: 0, pushUrl: null, pushObject: null, pushSecretSet: false, singleLogout: 1, asksJob: 0, tokenAlg: 'RS256', tokenAlgs: ['RS256', 'ES256'],
  }) // prettier-ignore
  await update(
    server,
    draft(appId, { ...pushes('https://oa.example/push'), tokenSeconds: 600, ipWhitelist: ['10.0.0.0/8'], singleLogout: 0, asksJob: 1 }),
  )
  const stored = {
    appId, protocol: 'oauth2', tokenSeconds: 600, ipWhitelist: ['10.0.0.0/8'], openPush: 1, pushUrl: 'https://oa.example/push', pushObject: 'all', pushSecretSet: true,
    singleLogout: 0, asksJob: 1, tokenAlg: 'RS256', tokenAlgs: ['RS256', 'ES256'],
  } // prettier-ignore
  expect(await find(appId)).toEqual(stored)
  await update(server, draft(appId, { openPush: 1, pushSecret: '' }))
  expect(await find(appId)).toMatchObject({ openPush: 1, pushUrl: 'https://oa.example/push', pushSecretSet: true })
  await update(server, draft(appId, { pushUrl: '', pushObject: '', pushSecret: null }))
  expect(await find(appId)).toMatchObject({ openPush: 0, pushUrl: null, pushObject: null, pushSecretSet: false })
  const { db } = server.kernel
  const records = [await db.selectFrom('operLog').selectAll().execute(), await db.selectFrom('dataHistory').selectAll().execute()]
  expect(JSON.stringify(records)).not.toContain(SECRET)
})

test('X-APPSET-02 invalid settings are refused, and a push that is switched on must be complete', async () => {
  const appId = await server.given.app()
  const wrong: [Partial<Record<keyof AppSettingDraft, unknown>>, string][] = [
    [{ tokenSeconds: 59 }, '令牌有效期应为60至86400秒'],
    [{ tokenSeconds: 1.5 }, '令牌有效期应为60至86400秒'],
    [{ ipWhitelist: ['10.0.0.1', 'nowhere'] }, 'IP白名单第2行格式不正确：nowhere'],
    [{ pushObject: 'role' }, '推送对象不正确'],
    [{ pushSecret: 'short' }, '推送密钥应为16至128个字母、数字或符号'],
    [{ openPush: 1 }, '推送地址不能为空'],
    [{ openPush: 1, pushUrl: 'https://oa.example/' }, '推送对象不能为空'],
    [{ openPush: 1, pushUrl: 'https://oa.example/', pushObject: 'user' }, '推送密钥不能为空'],
  ]
  for (const [parts, message] of wrong) {
    const { envelope } = await server.admin.send(appSetting.update, { body: { ...draft(appId), ...parts } })
    expect([parts, envelope.code, envelope.message]).toEqual([parts, 'global_prompt', message])
  }
  expect(await find(appId)).toMatchObject({ openPush: 0, pushUrl: null, pushSecretSet: false })
  await server.admin.refused('appMissing', appSetting.update, { body: draft(newId()) })
  await server.admin.refused('appMissing', appSetting.get, { query: { appId: newId() } })
})

test('X-APPSET-02, T23 pushes go to public addresses only, never to this machine or its networks, unless allowed', async () => {
  const appId = await server.given.app()
  const never = [
    'ftp://oa.example/', 'file:///etc/passwd', 'javascript:alert(1)', 'https://user:pass@oa.example/', 'https://oa.example/#x', 'oa.example',
    'http://169.254.169.254/latest', 'http://[fe80::1]/', 'http://0.0.0.0/', 'http://[::ffff:169.254.169.254]/',
  ] // prettier-ignore
  const machine = ['http://127.0.0.1/', 'http://127.1/', 'http://0x7f.1/', 'http://2130706433/', 'http://[::1]/', 'http://localhost/', 'http://a.localhost:1/'] // prettier-ignore
  for (const pushUrl of [...never, ...machine])
    await server.admin.refused('pushAddressRefused', appSetting.update, { body: draft(appId, { pushUrl }) })
  for (const pushUrl of never) await near.admin.refused('pushAddressRefused', appSetting.update, { body: draft(appId, { pushUrl }) })
  for (const pushUrl of machine) await update(near, draft(appId, { pushUrl }))
  await update(server, draft(appId, { pushUrl: 'http://10.1.2.3/push' }))
})

test('X-APPSET-03, D-56 the push test posts a signed body and reports the result', async () => {
  const appId = await server.given.app({ code: 'oa-push' })
  await near.admin.refused('pushNotSet', appSetting.testPush, { body: { appId } })
  await update(near, draft(appId, pushes(`${origin}/push?from=hufu`)))
  taken.length = 0
  answer = { status: 200, location: '' }
  expect(await near.admin.call(appSetting.testPush, { body: { appId } })).toEqual({
    ok: true,
    httpStatus: 200,
    message: '推送成功（HTTP 200）',
  })
  const [{ headers, body }] = taken as [(typeof taken)[number]]
  expect(JSON.parse(body)).toEqual({ objectType: 'test', operateType: 'test', data: { appId, code: 'oa-push', time: expect.any(String) } })
  expect(headers['x-hufu-sign']).toBe(createHmac('sha256', SECRET).update(body).digest('hex'))
  expect(headers['content-type']).toContain('application/json')
  answer = { status: 503, location: '' }
  expect(await near.admin.call(appSetting.testPush, { body: { appId } })).toEqual({
    ok: false,
    httpStatus: 503,
    message: '对方返回 HTTP 503',
  })
})

test('X-APPSET-03, T23 redirects are not followed, so that this machine cannot be reached through an allowed target', async () => {
  const appId = await server.given.app()
  await update(near, draft(appId, pushes(`${origin}/push`)))
  taken.length = 0
  answer = { status: 302, location: `${origin}/elsewhere` }
  expect(await near.admin.call(appSetting.testPush, { body: { appId } })).toMatchObject({ ok: false, httpStatus: 302 })
  expect(taken.length).toBe(1)
  expect(await server.admin.call(appSetting.testPush, { body: { appId } })).toEqual({
    ok: false,
    httpStatus: null,
    message: '目标地址不被允许',
  })
  expect(taken.length).toBe(1)
})

test('X-APPSET-03 an unreachable target is reported, not an error', async () => {
  const appId = await server.given.app()
  const empty = createServer()
  await new Promise<void>(done => empty.listen(0, '127.0.0.1', done))
  const { port } = empty.address() as AddressInfo
  await new Promise(done => empty.close(done))
  await update(near, draft(appId, pushes(`http://127.0.0.1:${port}/`)))
  expect(await near.admin.call(appSetting.testPush, { body: { appId } })).toEqual({
    ok: false,
    httpStatus: null,
    message: '无法连接（ECONNREFUSED）',
  })
  await near.admin.refused('appMissing', appSetting.testPush, { body: { appId: newId() } })
})
