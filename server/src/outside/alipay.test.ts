import { createPrivateKey, createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAlipay, type FakeAlipay } from '../../test/fakes/alipay.ts'
import { json } from '../../test/fakes/fake.ts'
import { alipay, type AlipayKeys } from './alipay.ts'
import { createHttpSender } from './http-sender.ts'

let fake: FakeAlipay
beforeAll(async () => {
  fake = await openAlipay()
})
afterAll(() => fake.close())

const REDIRECT = 'https://hufu.example/api/thirdlogin/callback?type=zfb'
const send = createHttpSender({ withLoopback: true, timeoutMs: 2000 })
const provider = (more: Partial<AlipayKeys> = {}) => {
  const { appId, privateKey, publicKey, address } = fake
  return alipay({ appId, privateKey, publicKey, address, ...more }, send)
}
const ann = { user_id: '2088102150477652', nick_name: '安妮/Ann' }
const codeFor = (person: Parameters<FakeAlipay['agree']>[1]) =>
  new URL(fake.agree(provider().page(REDIRECT, 'state-1'), person)).searchParams.get('auth_code')!
const kindOf = async (work: Promise<unknown>) => (await work.catch((error: unknown) => error)) as { kind: string; message: string }

test('D-29 the address of Alipay’s sign-in page is that of its documentation; the sandbox has its own', () => {
  expect(provider({ appId: '2021', address: '' }).page(REDIRECT, 's')).toBe(
    'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm?app_id=2021&scope=auth_user' +
      '&redirect_uri=https%3A%2F%2Fhufu.example%2Fapi%2Fthirdlogin%2Fcallback%3Ftype%3Dzfb&state=s',
  )
  const sandbox = provider({ address: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do' })
  expect(sandbox.page(REDIRECT, 's')).toMatch(/^https:\/\/openauth-sandbox\.dl\.alipaydev\.com\/oauth2\//)
  expect(provider().page(REDIRECT, 's').startsWith(`${fake.address}/oauth2/`)).toBe(true)
})

test('D-29 the subject is user_id or, if Alipay gives none, open_id', async () => {
  expect(await provider().identify(codeFor(ann))).toEqual({ subject: '2088102150477652', name: '安妮/Ann' })
  expect(await provider().identify(codeFor({ open_id: '074a1CcTG1LelxKe4xQC0zgNdId0nxi95b5lsNpazWYoCo5' }))).toEqual({
    subject: '074a1CcTG1LelxKe4xQC0zgNdId0nxi95b5lsNpazWYoCo5',
    name: '',
  })
  expect((await kindOf(provider().identify(codeFor({ nick_name: 'x' })))).kind).toBe('unreachable')
})

test('RSA2 our key is read as PKCS#8 and PKCS#1, with PEM lines and without, in one line and in several', async () => {
  const key = createPrivateKey({ key: Buffer.from(fake.privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  const pkcs1 = key.export({ format: 'pem', type: 'pkcs1' }) as string
  const spellings = [
    key.export({ format: 'pem', type: 'pkcs8' }) as string,
    pkcs1,
    pkcs1.replaceAll('\n', ' '),
    pkcs1.replace(/-----[^-]+-----|\n/g, ''),
  ]
  for (const privateKey of spellings) expect((await provider({ privateKey }).identify(codeFor(ann))).subject).toBe(ann.user_id)
  const publicKey = createPublicKey(key).export({ format: 'pem', type: 'spki' }) as string
  expect((await kindOf(provider({ publicKey }).identify(codeFor(ann)))).kind).toBe('forged')
})

test('RSA2 the gateway refuses a request signed by another key or of another application', async () => {
  const other = await openAlipay()
  await other.close()
  expect(await kindOf(provider({ privateKey: other.privateKey }).identify(codeFor(ann)))).toMatchObject({
    kind: 'config',
    message: expect.stringContaining('isv.invalid-signature'),
  })
  expect((await kindOf(provider({ appId: '2021' }).identify(codeFor(ann)))).message).toContain('isv.invalid-app-id')
  expect((await kindOf(provider({ privateKey: 'none' }).identify(codeFor(ann)))).kind).toBe('config')
  expect((await kindOf(provider({ publicKey: '' }).identify(codeFor(ann)))).kind).toBe('config')
})

test('D-29 a code is valid once, and an invented one is refused', async () => {
  const code = codeFor(ann)
  await provider().identify(code)
  expect(await kindOf(provider().identify(code))).toMatchObject({ kind: 'code', message: expect.stringContaining('isv.code-invalid') })
  expect((await kindOf(provider().identify('made-up'))).kind).toBe('code')
})

test('D-29, RSA2 an answer signed by another key, altered or unsigned is refused', async () => {
  for (const how of ['foreignKey', 'changed', 'unsigned'] as const) {
    const code = codeFor(ann)
    fake.forge(how)
    expect((await kindOf(provider().identify(code))).kind, how).toBe('forged')
  }
  expect((await provider().identify(codeFor(ann))).subject).toBe(ann.user_id)
})

test('RSA2 an answer of Alipay about another user is not accepted as our second answer', async () => {
  await provider().identify(codeFor(ann))
  const [tokenOfAnn] = fake.replies.slice(-2)
  await provider().identify(codeFor({ user_id: '2088999999999999', nick_name: 'Eve' }))
  const infoOfEve = fake.replies.at(-1)
  fake.next('/gateway.do', tokenOfAnn!)
  fake.next('/gateway.do', infoOfEve!)
  expect(await kindOf(provider().identify(codeFor(ann)))).toMatchObject({ kind: 'forged', message: expect.stringContaining('two people') })
})

test('D-29 a busy answer, no JSON, another shape, an HTTP error and no answer give no identity', async () => {
  const odd = [
    [json({ error_response: { code: '20000', msg: 'Service Currently Unavailable', sub_code: 'isp.unknow-error' } }), 'busy'],
    [{ text: '<html>' }, 'unreachable'],
    [json({ other_response: {} }), 'unreachable'],
    [json({ alipay_system_oauth_token_response: 'x', sign: '' }), 'unreachable'],
    [json({ alipay_system_oauth_token_response: { access_token: 'x', user_id: '1' }, sign: 7 }), 'forged'],
    [{ status: 500, text: '' }, 'unreachable'],
  ] as const
  for (const [reply, kind] of odd) {
    fake.next('/gateway.do', reply)
    expect((await kindOf(provider().identify(codeFor(ann)))).kind).toBe(kind)
  }
  expect((await kindOf(provider({ address: 'http://127.0.0.1:9' }).identify('c'))).kind).toBe('unreachable')
})
