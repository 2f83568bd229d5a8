import { afterAll, beforeAll, expect, test } from 'vitest'
import { json } from '../../test/fakes/fake.ts'
import { openWechat, type FakeWechat } from '../../test/fakes/wechat.ts'
import { createHttpSender } from './http-sender.ts'
import { wechat, type WechatKeys } from './wechat.ts'

let fake: FakeWechat
beforeAll(async () => {
  fake = await openWechat()
})
afterAll(() => fake.close())

const REDIRECT = 'https://hufu.example/api/thirdlogin/callback?type=wx'
const send = createHttpSender({ withLoopback: true, timeoutMs: 500 })
const provider = (more: Partial<WechatKeys> = {}) =>
  wechat({ appId: fake.appId, secret: fake.secret, address: fake.address, ...more }, send)
const ann = { openid: 'oAnn', unionid: 'uAnn', nickname: '安妮' }
const codeFor = (person: Parameters<FakeWechat['agree']>[1]) =>
  new URL(fake.agree(provider().page(REDIRECT, 'state-1'), person)).searchParams.get('code')!
const kindOf = async (work: Promise<unknown>) => (await work.catch((error: unknown) => error)) as { kind: string; message: string }

test('D-29 the address of WeChat’s sign-in page is that of its documentation, with its parameters and fragment', () => {
  const real = provider({ appId: 'wx1', address: '' }).page(REDIRECT, 's')
  expect(real).toBe(
    'https://open.weixin.qq.com/connect/qrconnect?appid=wx1&redirect_uri=https%3A%2F%2Fhufu.example%2Fapi%2Fthirdlogin%2Fcallback%3Ftype%3Dwx' +
      '&response_type=code&scope=snsapi_login&state=s#wechat_redirect',
  )
  expect(provider({ address: 'https://sh.api.weixin.qq.com/' }).page(REDIRECT, 's')).toMatch(/^https:\/\/open\.weixin\.qq\.com\/connect/)
  expect(provider().page(REDIRECT, 's').startsWith(`${fake.address}/connect/qrconnect?`)).toBe(true)
})

test('D-29 the subject is the unionid or, without one, the openid', async () => {
  expect(await provider().identify(codeFor(ann))).toEqual({ subject: 'uAnn', name: '安妮' })
  expect(await provider().identify(codeFor({ openid: 'oBen', nickname: '' }))).toEqual({ subject: 'oBen', name: '' })
})

test('a display name is cut to a line of fifty characters without invisible ones', async () => {
  const nickname = `\u202e<b>名\n${'😀'.repeat(80)}`
  expect((await provider().identify(codeFor({ ...ann, nickname }))).name).toBe(`b名${'😀'.repeat(48)}`)
})

test('D-29 a code is valid once: 40163; an invented one: 40029; an expired one: 42003', async () => {
  const code = codeFor(ann)
  await provider().identify(code)
  expect(await kindOf(provider().identify(code))).toMatchObject({ kind: 'code', message: expect.stringContaining('40163') })
  expect(await kindOf(provider().identify('made-up'))).toMatchObject({ kind: 'code', message: expect.stringContaining('40029') })
  const late = codeFor(ann)
  fake.expire()
  expect(await kindOf(provider().identify(late))).toMatchObject({ kind: 'code', message: expect.stringContaining('42003') })
})

test('D-29 our own wrong keys are reported as configuration errors', async () => {
  expect(await kindOf(provider({ secret: 'wrong' }).identify(codeFor(ann)))).toMatchObject({
    kind: 'config',
    message: expect.stringContaining('40125'),
  })
  expect(await kindOf(provider({ appId: 'wx0' }).identify(codeFor(ann)))).toMatchObject({ kind: 'config' })
  expect(() => provider({ address: 'nowhere' })).toThrow('an address that is none')
})

test('D-29 -1 is busy; no JSON, another shape, an HTTP error, a redirect and no answer give no identity', async () => {
  const odd = [
    [json({ errcode: -1, errmsg: 'system error' }), 'busy'],
    [{ text: '<html>' }, 'unreachable'],
    [json({ access_token: 1 }), 'unreachable'],
    [json([]), 'unreachable'],
    [{ status: 502, text: '{}' }, 'unreachable'],
    [{ status: 302, headers: { location: '/' }, text: '' }, 'unreachable'],
  ] as const
  for (const [reply, kind] of odd) {
    fake.next('/sns/oauth2/access_token', reply)
    expect((await kindOf(provider().identify(codeFor(ann)))).kind).toBe(kind)
  }
  expect((await kindOf(provider({ address: 'http://127.0.0.1:9' }).identify('c'))).kind).toBe('unreachable')
  fake.next('/sns/userinfo', json({ errcode: 40003, errmsg: 'invalid openid' }))
  expect((await kindOf(provider().identify(codeFor(ann)))).kind).toBe('code')
})

test('D-29 two answers about different users are refused', async () => {
  fake.next('/sns/userinfo', json({ ...ann, openid: 'oEve', unionid: 'uEve' }))
  expect((await kindOf(provider().identify(codeFor(ann)))).kind).toBe('forged')
})
