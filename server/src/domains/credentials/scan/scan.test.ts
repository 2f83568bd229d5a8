import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scan, type ScanType, type ScanWaiting } from '@hufu/contract/credentials/scan'
import { loginLog } from '@hufu/contract/audit/login-log'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { issueOneTime } from '../../../platform/secrets/one-time.ts'
import { json } from '../../../../test/fakes/fake.ts'
import { factorsIn } from '../../../../test/factors.ts'
import { PASSWORD } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { configure, openProviders, type Providers } from '../../../../test/providers.ts'
import { sealed } from '../../../../test/secrets.ts'

let server: TestServer
let providers: Providers
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  providers = await openProviders(server)
  await configure(server, { captchaMode: '0' })
})
afterAll(async () => {
  await providers.close()
  await server.close()
})

const poll = async (loginId: string, type: ScanType = 'wx') =>
  (await server.nobody.send(scan.doLogin, { query: { loginId, type } })).envelope
async function begun(type: ScanType = 'wx') {
  const loginId = randomUUID()
  const { qrUrl } = (await poll(loginId, type)).data as ScanWaiting
  return { loginId, qrUrl }
}
const stranger = () => randomUUID()
const agree = (type: ScanType, page: string, subject: string) =>
  type === 'wx'
    ? providers.wx.agree(page, { openid: `o-${subject}`, unionid: subject, nickname: '微信名' })
    : providers.zfb.agree(page, { user_id: subject, nick_name: '支付宝名' })
async function opened(url: string) {
  const response = await fetch(url)
  return { status: response.status, headers: response.headers, html: await response.text() }
}
/** A scan that was confirmed; returns the answer to the polling browser. */
async function scanned(type: ScanType, subject: string) {
  const { loginId, qrUrl } = await begun(type)
  await opened(agree(type, qrUrl, subject))
  return poll(loginId, type)
}
async function someone() {
  const id = await server.given.user()
  const { userName } = (await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
  return { id, userName }
}
async function bindBy(bindKey: string, userName: string, password = PASSWORD) {
  return (await server.nobody.send(scan.bindAccount, { body: { bindKey, userName, pwd: await sealed(server, password) } })).envelope
}
const keyIn = (envelope: { data: unknown }) => (envelope.data as { bindKey: string }).bindKey
/** A user with a bound WeChat or Alipay account. */
async function boundOne(type: ScanType = 'wx') {
  const person = await someone()
  const subject = stranger()
  expect((await bindBy(keyIn(await scanned(type, subject)), person.userName)).code).toBe('0')
  return { ...person, subject }
}
const expire = (table: 'scanLogin' | 'oneTime') => server.kernel.db.updateTable(table).set({ expiresAt: '2026-01-01 00:00:00' }).execute()

test.each(['wx', 'zfb'] as const)(
  "LOGIN-03, LOGIN-04, AUTH-18, X-LOGINX-04, X-LOGINX-06, D-29 %s: polling answers 10004 before the scan; the first scan answers '10' and binds, the second signs in, once",
  async type => {
    const person = await someone()
    const subject = stranger()
    const first = await begun(type)
    expect(await poll(first.loginId, type)).toMatchObject({
      code: '10004',
      status: false,
      data: { state: 'WAIT', qrUrl: first.qrUrl, expire: expect.any(Number) },
    })
    const page = await opened(agree(type, first.qrUrl, subject))
    expect(page).toMatchObject({ status: 200, html: expect.stringContaining('扫码成功，请返回电脑') })
    const unbound = await poll(first.loginId, type)
    expect(unbound).toMatchObject({ code: '10', message: type === 'wx' ? '该微信未绑定账号' : '该支付宝未绑定账号' })
    expect(await bindBy(keyIn(unbound), person.userName)).toMatchObject({ code: '0', data: { userId: person.id } })

    const second = await begun(type)
    await opened(agree(type, second.qrUrl, subject))
    const answer = await poll(second.loginId, type)
    expect(answer).toMatchObject({ code: '0', message: '登录成功', data: { userId: person.id, id: person.id } })
    expect(await server.withToken((answer.data as { token: string }).token).call(self.isAdmin)).toBe(false)
    expect(await poll(second.loginId, type)).toMatchObject({ code: '10002', message: '二维码已失效，请刷新' })
    const { records } = await server.admin.call(loginLog.page, { query: { userName: person.userName } })
    expect(records.map(({ loginType, result }) => [loginType, result])).toEqual([
      [type, 1],
      ['password', 1],
    ])
  },
)

test('O-47, D-29 the QR code does not contain the loginId, and polling with its state yields nothing', async () => {
  const { loginId, qrUrl } = await begun()
  expect(qrUrl).not.toContain(loginId)
  const state = new URL(qrUrl).searchParams.get('state')!
  const { subject } = await boundOne()
  await opened(agree('wx', qrUrl, subject))
  expect((await poll(state)).code).not.toBe('0')
  expect((await poll(loginId)).code).toBe('0')
})

test('X-LOGINX-06 the page after the scan has the strictest policy, is not cached and sends no referrer', async () => {
  const { qrUrl } = await begun()
  const { headers, html } = await opened(agree('wx', qrUrl, stranger()))
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'$/,
  )
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.getSetCookie()).toEqual([])
  expect(html).not.toMatch(/<script|微信名/)
})

test.each([
  ['a state used before', async () => {
    const { loginId, qrUrl } = await begun()
    const back = agree('wx', qrUrl, stranger())
    await opened(back)
    expect((await opened(back)).html).toContain('二维码已失效或已被使用')
    return { loginId, code: '10' }
  }],
  ['a state that nobody began', async () => {
    const { loginId, qrUrl } = await begun()
    const page = new URL(qrUrl)
    page.searchParams.set('state', 'A'.repeat(43))
    expect((await opened(agree('wx', page.href, stranger()))).html).toContain('二维码已失效或已被使用')
    return { loginId, code: '10004' }
  }],
  ['the loginId in the place of the state', async () => {
    const { loginId, qrUrl } = await begun()
    const page = new URL(qrUrl)
    page.searchParams.set('state', loginId)
    expect((await opened(agree('wx', page.href, stranger()))).html).toContain('二维码已失效或已被使用')
    return { loginId, code: '10004' }
  }],
  ['the state of a scan with the other provider', async () => {
    const { loginId, qrUrl } = await begun('wx')
    const back = new URL(agree('wx', qrUrl, stranger()))
    back.searchParams.set('type', 'zfb')
    expect((await opened(back.href)).html).toContain('二维码已失效或已被使用')
    return { loginId, code: '10004' }
  }],
  ['a state past its time', async () => {
    const { loginId, qrUrl } = await begun()
    await expire('scanLogin')
    expect((await opened(agree('wx', qrUrl, stranger()))).html).toContain('二维码已失效或已被使用')
    return { loginId, code: '10002' }
  }],
  ['no code: the user did not agree', async () => {
    const { loginId, qrUrl } = await begun()
    expect((await opened(providers.wx.decline(qrUrl))).html).toContain('您已取消授权')
    return { loginId, code: '10002' }
  }],
  ['no code of Alipay', async () => {
    const { loginId, qrUrl } = await begun('zfb')
    expect((await opened(providers.zfb.decline(qrUrl))).html).toContain('您已取消授权')
    return { loginId, code: '10002', type: 'zfb' as const }
  }],
  ['a code that is made up', async () => {
    const { loginId, qrUrl } = await begun()
    const back = new URL(providers.wx.decline(qrUrl))
    back.searchParams.set('code', 'made-up')
    expect((await opened(back.href)).html).toContain('未能确认您的身份')
    return { loginId, code: '10002' }
  }],
  ['a code that was used with another state', async () => {
    const { subject } = await boundOne()
    const [one, other] = [await begun(), await begun()]
    const back = new URL(agree('wx', one.qrUrl, subject))
    await opened(back.href)
    back.searchParams.set('state', new URL(other.qrUrl).searchParams.get('state')!)
    expect((await opened(back.href)).html).toContain('未能确认您的身份')
    return { loginId: other.loginId, code: '10002' }
  }],
  ['a forged answer of Alipay', async () => {
    const { subject } = await boundOne('zfb')
    const { loginId, qrUrl } = await begun('zfb')
    providers.zfb.forge('changed')
    expect((await opened(agree('zfb', qrUrl, subject))).html).toContain('未能确认您的身份')
    return { loginId, code: '10002', type: 'zfb' as const }
  }],
  ['a provider that is busy', async () => {
    const { loginId, qrUrl } = await begun()
    providers.wx.next('/sns/oauth2/access_token', json({ errcode: -1, errmsg: 'system error' }))
    expect((await opened(agree('wx', qrUrl, stranger()))).html).toContain('未能确认您的身份')
    return { loginId, code: '10002' }
  }],
  ['a provider that is away', async () => {
    const { loginId, qrUrl } = await begun()
    await configure(server, { 'wx.address': 'http://127.0.0.1:9' })
    expect((await opened(agree('wx', qrUrl, stranger()))).html).toContain('未能确认您的身份')
    await configure(server, { 'wx.address': providers.wx.address })
    return { loginId, code: '10002' }
  }],
])('X-LOGINX-06, D-29 a return with %s signs nobody in', async (_name, come) => {
  const { loginId, code, ...more } = { type: 'wx' as ScanType, ...(await come()) }
  expect((await poll(loginId, more.type)).code).toBe(code)
}) // prettier-ignore

test('D-29 of two browsers that return with one state one is accepted', async () => {
  const { loginId, qrUrl } = await begun()
  const [mine, theirs] = [await boundOne(), await boundOne()]
  const pages = await Promise.all([agree('wx', qrUrl, mine.subject), agree('wx', qrUrl, theirs.subject)].map(opened))
  expect(pages.map(({ status }) => String(status)).sort()).toEqual(['200', '400'])
  expect((await poll(loginId)).code).toBe('0')
})

test("AUTH-18, D-29 of twenty concurrent polls of one confirmed scan one gets '0'", async () => {
  const { subject } = await boundOne()
  const { loginId, qrUrl } = await begun()
  await opened(agree('wx', qrUrl, subject))
  const codes = (await Promise.all(Array.from({ length: 20 }, () => poll(loginId)))).map(({ code }) => code)
  expect(codes.filter(code => code === '0')).toHaveLength(1)
  expect(codes.filter(code => code === '10002')).toHaveLength(19)
})

test('D-29 a scan belongs to one provider, expires, and its loginId has a fixed form', async () => {
  const { loginId } = await begun('wx')
  expect((await poll(loginId, 'zfb')).code).toBe('10002')
  await expire('scanLogin')
  expect((await poll(loginId)).code).toBe('10002')
  await server.nobody.refused('parameterProblem', scan.doLogin, { query: { loginId: 'x', type: 'wx' } })
  await server.nobody.refused('parameterProblem', scan.doLogin, { query: { loginId: randomUUID(), type: 'qq' } })
})

test.each([
  ['disabled', "'10007'", (id: string) => server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } }), '10007'],
  ['past its time', "'10007'", (id: string) => server.kernel.db.updateTable('users').set({ validEndTime: '2026-01-01 00:00:00' }).where('id', '=', id).execute(), '10007'],
  ['deleted: it is free again', "'10'", (id: string) => server.admin.call(user.remove, { body: { ids: [id] } }), '10'],
  ['locked by wrong passwords, which are none here (N-06):', "'0'", async (id: string) => {
    const { userName } = (await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
    const pwd = await sealed(server, 'Wrong#2026')
    for (let n = 0; n < 5; n++) await server.nobody.send(signIn.login, { body: { loginName: userName, pwd } })
  }, '0'],
] as const)('D-24, T9 a scan of an account that is %s answers %s', async (_name, _answer, make, code) => {
  const { id, subject } = await boundOne()
  await make(id)
  expect((await scanned('wx', subject)).code).toBe(code)
}) // prettier-ignore

test('D-24 outside the allowed addresses nobody gets in, and the owner of the WeChat account is not revealed', async () => {
  const { subject } = await boundOne()
  await configure(server, { openIpLimit: 'true', ipWhitelist: '["10.9.9.9"]' })
  expect(await scanned('wx', subject)).toMatchObject({ code: 'global_prompt', message: '当前IP不允许登录' })
  expect(await scanned('wx', stranger())).toMatchObject({ code: 'global_prompt', message: '当前IP不允许登录' })
  await configure(server, { openIpLimit: 'false', ipWhitelist: '[]' })
})

test('D-24, bad input 36 a disabled sign-in method and a provider that is not configured are refused', async () => {
  const bare = await startTestServer()
  const query = { loginId: randomUUID(), type: 'wx' }
  await bare.nobody.refused('methodOff', scan.doLogin, { query })
  await configure(bare, { openWx: 'true', openZfb: 'true' })
  const missing = { code: '600', message: '请联系管理员配置微信登录', data: '请联系管理员配置微信登录' }
  expect((await bare.nobody.send(scan.doLogin, { query })).envelope).toMatchObject(missing)
  await configure(bare, { 'wx.appId': 'wx1', 'wx.secret': 's', 'wx.address': 'no address' })
  expect((await bare.nobody.send(scan.doLogin, { query })).envelope).toMatchObject(missing)
  expect((await bare.nobody.send(scan.doLogin, { query: { ...query, type: 'zfb' } })).envelope).toMatchObject({
    code: '600',
    message: '请联系管理员配置支付宝登录',
  })
  await bare.close()
})

test('X-LOGINX-04, T9 bindAccount checks the password as a sign-in does: wrong ones count, the key stays valid', async () => {
  const { userName, id } = await someone()
  const key = keyIn(await scanned('wx', stranger()))
  expect(await bindBy(key, userName, 'Wrong#2026')).toMatchObject({ code: '4', data: { remain: 4 } })
  expect((await bindBy(key, `no-${userName}`)).code).toBe('4')
  expect(await bindBy(key, userName)).toMatchObject({ code: '0', data: { userId: id } })
  const other = keyIn(await scanned('wx', stranger()))
  const { userName: second } = await someone()
  for (let n = 0; n < 4; n++) await bindBy(other, second, 'Wrong#2026')
  expect((await bindBy(other, second, 'Wrong#2026')).code).toBe('7')
  expect((await bindBy(other, second)).code).toBe('7')
})

test("X-LOGINX-04 a bindKey that is used, expired, invented or of another purpose answers '10002'", async () => {
  const { userName } = await someone()
  const key = keyIn(await scanned('wx', stranger()))
  expect((await bindBy(key, userName)).code).toBe('0')
  const { userName: other } = await someone()
  expect(await bindBy(key, other)).toMatchObject({ code: '10002', message: '绑定已失效，请重新扫码' })
  expect((await bindBy('made-up', other)).code).toBe('10002')
  const ticket = await issueOneTime(server.kernel.db, 'ticket', { seconds: 60, userId: '1' })
  expect((await bindBy(ticket, other)).code).toBe('10002')
  const late = keyIn(await scanned('wx', stranger()))
  await expire('oneTime')
  expect((await bindBy(late, other)).code).toBe('10002')
})

test('X-LOGINX-04 of two concurrent uses of one bindKey one binds the identity', async () => {
  const key = keyIn(await scanned('wx', stranger()))
  const people = [await someone(), await someone()]
  const codes = (await Promise.all(people.map(({ userName }) => bindBy(key, userName)))).map(({ code }) => code)
  expect(codes.sort()).toEqual(['0', '10002'])
})

test('X-LOGINX-04 an identity belongs to one user, and a user has one of each kind', async () => {
  const subject = stranger()
  const [one, other] = [await scanned('wx', subject), await scanned('wx', subject)].map(keyIn)
  const { userName } = await someone()
  expect((await bindBy(one!, userName)).code).toBe('0')
  const { userName: second } = await someone()
  expect(await bindBy(other!, second)).toMatchObject({ code: 'global_prompt', message: '已绑定其他账号，请先在该账号中解绑' })
  const third = keyIn(await scanned('wx', stranger()))
  expect(await bindBy(third, userName)).toMatchObject({ code: 'global_prompt', message: '您的账号已有绑定，请先解绑' })
})

test('X-LOGINX-04, D-32 where a second step is required, the password alone binds nothing: 3010', async () => {
  const telephone = `139${String(server.given.next()).padStart(8, '7')}`
  const id = await server.given.user({ phone: telephone })
  const { userName } = (await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
  await configure(server, { needPhoneVerify: 'true' })
  const key = keyIn(await scanned('wx', stranger()))
  expect((await bindBy(key, userName)).code).toBe('3010')
  await configure(server, { needPhoneVerify: 'false' })
  const me = await server.as(id)
  expect((await me.call(scan.bindings)).wx.bound).toBe(false)
  // After signing in with the second step they still have the key.
  expect(await me.call(scan.bind, { body: { bindKey: key } })).toEqual({ bound: true })
  expect((await me.call(scan.bindings)).wx.bound).toBe(true)
  await me.refused('bindKeyInvalid', scan.bind, { body: { bindKey: key } })
})

test('X-LOGINX-05, AUTH-15 to AUTH-17 in the personal centre identities are bound by a scan, shown and unbound', async () => {
  const { id } = await someone()
  const me = await server.as(id)
  for (const [type, unbind] of [['wx', scan.unbindWx], ['zfb', scan.unbindZfb]] as const) {
    const body = { loginId: randomUUID(), type }
    const waiting = (await me.send(scan.bind, { body })).envelope
    expect(waiting).toMatchObject({ code: '10004', data: { state: 'WAIT' } })
    await opened(agree(type, (waiting.data as ScanWaiting).qrUrl, stranger()))
    expect(await me.call(scan.bind, { body })).toEqual({ bound: true })
    await me.refused('scanOver', scan.bind, { body })
    expect((await me.call(scan.bindings))[type]).toEqual({
      bound: true,
      nickName: type === 'wx' ? '微信名' : '支付宝名',
      bindTime: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
    })
    await server.nobody.refused('signInAgain', unbind)
    expect((await me.call(scan.bindings))[type].bound).toBe(true)
    await me.call(unbind)
    expect((await me.call(scan.bindings))[type]).toEqual({ bound: false, nickName: '', bindTime: '' })
    await me.call(unbind)
  }
}) // prettier-ignore

test('X-LOGINX-05 a scan begun to bind signs nobody in and binds to nobody else', async () => {
  const { subject } = await boundOne()
  const [me, other] = [await server.as((await someone()).id), await server.as((await someone()).id)]
  const body = { loginId: randomUUID(), type: 'wx' as const }
  const { data } = (await me.send(scan.bind, { body })).envelope
  await opened(agree('wx', (data as ScanWaiting).qrUrl, subject))
  expect((await poll(body.loginId)).code).toBe('10002')
  await other.refused('scanOver', scan.bind, { body })
  // It belongs to another user already.
  await me.refused('bindingTaken', scan.bind, { body })
})

test('X-LOGINX-05 a scan begun on the sign-in page may be bound by a user who signed in meanwhile', async () => {
  const { loginId, qrUrl } = await begun('zfb')
  await opened(agree('zfb', qrUrl, stranger()))
  const me = await server.as((await someone()).id)
  expect(await me.call(scan.bind, { body: { loginId, type: 'zfb' } })).toEqual({ bound: true })
})

test('AUTH-15 the bindings of another user are shown to super administrators only', async () => {
  const { id } = await boundOne()
  const other = await server.as((await someone()).id)
  await other.refused('forbidden', scan.bindings, { query: { userId: id } })
  expect((await server.admin.call(scan.bindings, { query: { userId: id } })).wx.bound).toBe(true)
  await server.admin.refused('userMissing', scan.bindings, { query: { userId: 'nobody' } })
})

test('AUTH-16 a user without a password keeps their last sign-in method', async () => {
  const { id } = await boundOne()
  await server.kernel.db.updateTable('users').set({ passwordHash: null }).where('id', '=', id).execute()
  const me = await server.as(id)
  await me.refused('lastWayIn', scan.unbindWx)
  const body = { loginId: randomUUID(), type: 'zfb' as const }
  const { data } = (await me.send(scan.bind, { body })).envelope
  await opened(agree('zfb', (data as ScanWaiting).qrUrl, stranger()))
  await me.call(scan.bind, { body })
  // Of two concurrent unbindings one is refused.
  const codes = (await Promise.all([me.send(scan.unbindWx), me.send(scan.unbindZfb)])).map(({ envelope }) => envelope.code)
  expect(codes.sort()).toEqual(['global_prompt', 'success'])
})

test('AUTH-16, AUTH-17, D-19 pages of other origins cannot unbind, nor begin a scan', async () => {
  const { id } = await boundOne()
  const me = await server.as(id)
  await me.refused('foreignSite', scan.unbindWx, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect((await me.call(scan.bindings)).wx.bound).toBe(true)
  const headers = { origin: 'https://elsewhere.example' }
  await server.nobody.refused('foreignSite', scan.doLogin, { query: { loginId: randomUUID(), type: 'wx' }, headers })
})

test('X-LOGINX-07 mockConfirm simulates a telephone where providers are mocked, and does not exist elsewhere', async () => {
  const { loginId } = await begun()
  const openId = stranger()
  await server.nobody.call(scan.mockConfirm, { body: { loginId, openId, nickName: '小明' } })
  expect((await poll(loginId)).code).toBe('10')
  await server.nobody.refused('scanOver', scan.mockConfirm, { body: { loginId, openId } })
  const real = await startTestServer()
  expect((await real.nobody.send(scan.mockConfirm, { body: { loginId: randomUUID(), openId } })).status).toBe(404)
  await real.close()
})

test('D-65 where providers are mocked and no keys are configured, opening the page confirms the scan', async () => {
  const mocked = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  await configure(mocked, { openZfb: 'true', siteAddress: `${mocked.address}/` })
  const query = { loginId: randomUUID(), type: 'zfb' }
  const { data } = (await mocked.nobody.send(scan.doLogin, { query })).envelope
  expect((await opened((data as ScanWaiting).qrUrl)).status).toBe(200)
  expect((await mocked.nobody.send(scan.doLogin, { query })).envelope.code).toBe('10')
  await mocked.close()
})

test('D-20 at most sixty polls a minute for one loginId, and sixty new scans a minute from one address', async () => {
  const strict = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1', HUFU_RATE_LIMIT: '1' } })
  await configure(strict, { openWx: 'true' })
  const ask = async (loginId: string) => (await strict.nobody.send(scan.doLogin, { query: { loginId, type: 'wx' } })).envelope.code
  const loginId = randomUUID()
  const codes: string[] = []
  for (let n = 0; n < 61; n++) codes.push(await ask(loginId))
  expect(codes.filter(code => code === '10004')).toHaveLength(60)
  expect(codes.at(-1)).toBe('global_prompt')
  const others: string[] = []
  for (let n = 0; n < 60; n++) others.push(await ask(randomUUID()))
  expect(others.filter(code => code === '10004')).toHaveLength(59)
  await strict.close()
})

test('T28 the records show who bound and unbound what, without keys and codes', async () => {
  const { id } = await someone()
  const me = await server.as(id)
  const key = keyIn(await scanned('wx', stranger()))
  await me.call(scan.bind, { body: { bindKey: key } })
  await me.call(scan.unbindWx)
  const records = await server.kernel.db.selectFrom('operLog').selectAll().where('userId', '=', id).orderBy('createTime').execute()
  expect(records.map(({ path, code }) => [path, code])).toEqual([
    ['/thirdlogin/bind', 'success'],
    ['/thirdlogin/wx/unbinding', 'success'],
  ])
  expect(JSON.stringify(records)).not.toContain(key)
})

test('decision 0021 a scan is a first factor: users with TOTP are asked for a code', async () => {
  const { id, subject } = await boundOne()
  const given = factorsIn(server)
  const bound = await given.bindTotp(await server.as(id))
  const answer = await scanned('wx', subject)
  expect(answer).toMatchObject({ code: '3010', data: { userId: id, factors: ['totp', 'recoveryCode'] } })
  const done = await given.second((answer.data as { pending: string }).pending, { kind: 'totp', code: bound.code() })
  expect(done).toMatchObject({ code: '0', data: { id } })
})
