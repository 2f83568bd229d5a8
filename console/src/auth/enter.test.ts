import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setNotifier } from '../platform/client.ts'
import { forgetSession, session, system } from '../platform/session.ts'
import { enterByAddress as enterAsking, enterByPassword, enterBySecondStep, rememberedName, take } from './enter.ts'
import { signInNotifier } from './notices.tsx'
import { DOTS, problemsOf } from './use-password-login.ts'

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
}
const fetched = vi.fn<typeof fetch>()
const enterByAddress = (address: Parameters<typeof enterAsking>[0], agrees = true) => enterAsking(address, () => Promise.resolve(agrees))
const data = { token: 'T', userId: 'u1', id: 'u1', userName: 'ann', realName: '安安' }
const typed = { name: 'ann', password: 'Secret#1', isDevice: false, remember: false, loginId: 'c1', code: 'ABCD', work: '' }
/** Answers by path; all other calls succeed without data. */
const answer = (answers: Record<string, unknown>) =>
  fetched.mockImplementation(url => {
    const path = String(url).replace('/api', '').split('?')[0]!
    return Promise.resolve(Response.json(answers[path] ?? { code: 'success', message: '', data: true }))
  })
const requestedUrls = () => fetched.mock.calls.map(([url]) => String(url))
const bodyOf = (path: string) => JSON.parse(String(fetched.mock.calls.find(([url]) => url === `/api${path}`)?.[1]?.body))

beforeEach(async () => {
  stored.clear()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', fetched)
  setNotifier(signInNotifier)
  const { publicKey } = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' },
    true,
    ['encrypt', 'decrypt'],
  )
  system.set({ publicKey: Buffer.from(await crypto.subtle.exportKey('spki', publicKey)).toString('base64') })
})
afterEach(() => {
  forgetSession()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

test('LOGIN-09 the login body has exactly loginName, pwd, loginId and code, the password as ciphertext', async () => {
  answer({ '/userLogin/login': { code: '0', message: '', data } })
  expect(await enterByPassword(typed)).toEqual({ in: true })
  const { pwd, ...rest } = bodyOf('/userLogin/login') as Record<string, string>
  expect(rest).toEqual({ loginName: 'ann', loginId: 'c1', code: 'ABCD' })
  expect(Buffer.from(pwd!, 'base64')).toHaveLength(256)
  expect(stored.get('idaas-token')).toBe('T')
})

test.each([
  ['LOGIN-33', '0'],
  ['LOGIN-33', 0],
  ['LOGIN-34', 'success'],
])('%s code %j with a token signs in and stores the token', (_id, code) => {
  expect(take({ code, message: '', data })).toEqual({ in: true })
  expect([session.get().token, stored.get('idaas-token')]).toEqual(['T', 'T'])
})

test.each([
  ['LOGIN-31', '10'],
  ['LOGIN-32', '10002'],
  ['LOGIN-31', 10],
  ['LOGIN-32', 10002],
])('%s code %j with a token is no success, and nothing is stored', (_id, code) => {
  expect(take({ code, message: 'm', data })).toEqual({ in: false, code: String(code), message: 'm', isShown: false, data })
  expect([session.get().token, stored.size]).toEqual(['', 0])
})

test.each(['4', '7', '10002', '10007', '3010'])('D-24 the form shows the message of refusal %s', async code => {
  answer({ '/userLogin/login': { code, message: '账号已锁定', data: null } })
  expect(await enterByPassword(typed)).toEqual({ in: false, code, message: '账号已锁定', isShown: false, data: null })
})

test('X-LOGINX-04, D-32 an identity scanned before the second step is bound after it, in the new session', async () => {
  answer({ '/userLogin/checkPhoneCore': { code: '0', message: '', data } })
  expect(await enterBySecondStep('13900000000', '123456', { remember: false, bindKey: 'k' })).toEqual({ in: true })
  expect(bodyOf('/thirdlogin/bind')).toEqual({ bindKey: 'k' })
  const [, sent] = fetched.mock.calls.find(([url]) => url === '/api/thirdlogin/bind')!
  expect(new Headers(sent?.headers).get('token')).toBe('T')
})

test('D-32 a second step that fails binds nothing', async () => {
  answer({ '/userLogin/checkPhoneCore': { code: '10002', message: '验证码错误或已失效', data: null } })
  expect(await enterBySecondStep('13900000000', '000000', { remember: false, bindKey: 'k' })).toMatchObject({ in: false, code: '10002' })
  expect(requestedUrls()).not.toContain('/api/thirdlogin/bind')
})

test('D-24 a global_prompt is shown in the form, once', async () => {
  answer({ '/userLogin/login': { code: 'global_prompt', message: '当前IP不允许登录', data: null } })
  expect(await enterByPassword(typed)).toMatchObject({ in: false, code: 'global_prompt', isShown: true })
})

test('LOGIN-13 a ticket is sent once by GET common/ticketLogin and takes precedence over a code', async () => {
  answer({ '/common/ticketLogin': { code: '0', message: '', data } })
  expect(await enterByAddress({ ticket: 't+/=', code: 'c' })).toEqual({ in: true })
  expect(requestedUrls()).toEqual(['/api/common/ticketLogin?ticket=t%2B%2F%3D'])
})

test('LOGIN-14 a code is sent once by GET common/codeLogin', async () => {
  answer({ '/common/codeLogin': { code: '10002', message: '登录凭证无效或已过期', data: null } })
  expect(await enterByAddress({ ticket: '', code: 'c' })).toMatchObject({ in: false, message: '登录凭证无效或已过期' })
  expect(requestedUrls()).toEqual(['/api/common/codeLogin?code=c'])
})

test('N-12 when a ticket fails, the code in the same address is tried', async () => {
  answer({ '/common/ticketLogin': { code: '10002', message: '登录凭证无效或已过期', data: null }, '/common/codeLogin': { code: '0', message: '', data } }) // prettier-ignore
  expect(await enterByAddress({ ticket: 't', code: 'c' })).toEqual({ in: true })
  expect(requestedUrls()).toEqual(['/api/common/ticketLogin?ticket=t', '/api/common/codeLogin?code=c'])
})

test('N-12 for a code of another user the signed-in user is asked first, and declining leaves the code unused', async () => {
  const present = { id: 'u2', userName: 'bob', realName: '白' }
  const of = { userId: 'u1', userName: 'ann', realName: '安安' }
  answer({
    '/common/ticketOwner': { code: 'success', message: '', data: of },
    '/v3/user/getCurrentUser': { code: 'success', message: '', data: present },
    '/common/codeLogin': { code: '0', message: '', data },
  })
  session.set({ token: 'B', id: 'u2' })
  const ask = vi.fn(() => Promise.resolve(false))
  expect(await enterAsking({ ticket: '', code: 'c' }, ask)).toMatchObject({ in: false, message: '' })
  expect(ask.mock.calls).toEqual([[present, of]])
  expect(requestedUrls()).not.toContain('/api/common/codeLogin?code=c')
  expect(session.get().token).toBe('B')
  expect(await enterByAddress({ ticket: '', code: 'c' })).toEqual({ in: true })
  expect(session.get().token).toBe('T')
})

test('N-12 a code of the same user signs in without a question', async () => {
  answer({
    '/common/ticketOwner': { code: 'success', message: '', data: { userId: 'u1', userName: 'ann', realName: '安安' } },
    '/v3/user/getCurrentUser': { code: 'success', message: '', data: { ...data, id: 'u1' } },
    '/common/codeLogin': { code: '0', message: '', data },
  })
  session.set({ token: 'A', id: 'u1' })
  const ask = vi.fn(() => Promise.resolve(false))
  expect(await enterAsking({ ticket: '', code: 'c' }, ask)).toEqual({ in: true })
  expect(ask).not.toHaveBeenCalled()
})

test('D-68 with the box ticked the device is remembered after the sign-in, and never the password', async () => {
  answer({ '/userLogin/login': { code: '0', message: '', data } })
  await enterByPassword({ ...typed, remember: true })
  expect(requestedUrls().slice(-2)).toEqual(['/api/userLogin/login', '/api/userLogin/rememberDevice'])
  expect(bodyOf('/userLogin/rememberDevice')).toEqual({})
})

test('D-68 a remembered device signs in by the placeholder dots, without a password', async () => {
  answer({ '/userLogin/loginRemembered': { code: '0', message: '', data } })
  expect(await enterByPassword({ ...typed, password: DOTS, isDevice: true, remember: true })).toEqual({ in: true })
  expect(requestedUrls()).toEqual(['/api/userLogin/loginRemembered'])
})

test.each(['4', '10002'])('D-68 refusal %s of a remembered device makes the console forget it', async code => {
  answer({ '/userLogin/loginRemembered': { code, message: 'm', data: null } })
  await enterByPassword({ ...typed, password: DOTS, isDevice: true, remember: true })
  expect(requestedUrls()).toEqual(['/api/userLogin/loginRemembered', '/api/userLogin/forgetDevice'])
})

test('D-68 signing in with the box unticked forgets a device that was remembered', async () => {
  vi.stubGlobal('document', { cookie: 'idaas-remember-name=ann' })
  answer({ '/userLogin/login': { code: '0', message: '', data } })
  await enterByPassword(typed)
  expect(requestedUrls().slice(-1)).toEqual(['/api/userLogin/forgetDevice'])
})

test('CONST-02 the remembered name is read from its cookie, whatever other cookies there are', () => {
  expect(rememberedName('a=b; idaas-remember-name=%E5%AE%89; c=d')).toBe('安')
  expect([rememberedName(''), rememberedName('idaas-remember-name='), rememberedName('xidaas-remember-name=x'), rememberedName('idaas-remember-name=%E5%')]).toEqual([
    '', '', '', '%E5%',
  ]) // prettier-ignore
})

test('the form reports missing values before it sends anything', () => {
  const empty = { name: '', password: '', code: '', remember: false, isDevice: false }
  expect(problemsOf(empty, true)).toEqual({ name: '请输入账号', password: '请输入密码', code: '请输入验证码' })
  expect(problemsOf({ ...empty, name: 'a<b>', password: 'x' }, false)).toEqual({ name: '存在非法字符：<>', password: '', code: '' })
})
