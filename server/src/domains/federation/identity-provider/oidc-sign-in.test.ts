import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginLog } from '@hufu/contract/audit/login-log'
import { identityLink } from '@hufu/contract/credentials/identity-link'
import { identityProvider } from '@hufu/contract/federation/identity-provider'
import { config } from '@hufu/contract/operations/config'
import { self } from '@hufu/contract/sign-in/sign-in'
import { startSession } from '../../../platform/access/session-lifecycle.ts'
import { factorsIn } from '../../../../test/factors.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { Browser } from '../../../../test/oidc.ts'
import { exchangeCode, follow, openUpstream, registerOidc, signInBy, startOf, type Upstream } from '../../../../test/upstream.ts'

let server: TestServer
let upstream: Upstream
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_ALLOW_LOOPBACK: '1' } })
  upstream = await openUpstream()
})
afterAll(async () => {
  await upstream.close()
  await server.close()
})

async function registered(parts: Parameters<typeof registerOidc>[2] = {}) {
  const provider = await registerOidc(server, upstream.issuer, parts)
  upstream.register(provider.callback)
  return provider
}
const proven = (id: string) => server.kernel.db.updateTable('users').set({ emailProven: 1 }).where('id', '=', id).execute()
const person = (id: string) =>
  server.kernel.db
    .selectFrom('users')
    .select(['userName', 'realName', 'email', 'phoneMask', 'passwordHash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('decision 0090 a user is found by an e-mail address verified on both sides, linked and signed in; the log names the provider', async () => {
  const provider = await registered({ rules: { link: 'email' } })
  const email = `a${server.given.next()}@example.com`
  const id = await server.given.user({ email })
  await proven(id)
  upstream.become(`s-${id}`, { name: '张三', email: email.toUpperCase(), email_verified: true })
  const { entered } = await signInBy(server, provider.code)
  expect(entered).toMatchObject({ code: '0', data: { userId: id } })
  expect(await server.withToken(entered!.data.token).call(self.current)).toMatchObject({ id })
  const { records } = await server.admin.call(loginLog.page, { query: { current: 1, size: 1, loginType: 'idp' } })
  expect(records).toMatchObject([{ userId: id, loginType: 'idp', result: 1, message: expect.stringContaining(provider.name) as string }])
  const session = await server.kernel.db
    .selectFrom('session')
    .select(['loginType', 'authTime', 'provenAt'])
    .where('userId', '=', id)
    .executeTakeFirstOrThrow()
  // The provider's auth_time shows that the user authenticated for this sign-in.
  expect(session).toMatchObject({ loginType: 'idp', authTime: expect.any(String) as string, provenAt: expect.any(String) as string })
  const links = await (await server.as(id)).call(identityLink.own)
  expect(links.find(one => one.providerId === provider.id)?.link).toMatchObject({
    name: '张三',
    origin: 'rule',
    lastTime: expect.any(String) as string,
  })
  // From now on the link decides, whatever the e-mail address is.
  upstream.become(`s-${id}`, { name: '张三' })
  expect((await signInBy(server, provider.code)).entered).toMatchObject({ code: '0', data: { userId: id } })
})

test('decision 0090 an address that either side has not verified finds nobody', async () => {
  const provider = await registered({ rules: { link: 'email' } })
  const email = `b${server.given.next()}@example.com`
  const id = await server.given.user({ email })
  upstream.become(`s-${id}`, { email, email_verified: true })
  expect((await signInBy(server, provider.code)).page).toContain('该身份没有对应的账号')
  await proven(id)
  upstream.become(`t-${id}`, { email, email_verified: false })
  const refused = await signInBy(server, provider.code)
  expect(refused.page).toContain('该身份没有对应的账号')
  expect(refused.page).toMatch(/追踪编号：[0-9a-f]{16}/)
  const { records } = await server.admin.call(loginLog.page, { query: { current: 1, size: 1, loginType: 'idp', result: 0 } })
  expect(records[0]?.message).toBe(`该身份没有对应的账号 · ${provider.name}`)
})

test('decision 0090 an address that two users have is refused, and never guessed', async () => {
  const provider = await registered({ rules: { link: 'email' } })
  const email = `c${server.given.next()}@example.com`
  const id = await server.given.user({ email })
  await server.given.user({ email })
  await proven(id)
  upstream.become(`s-${id}`, { email, email_verified: true })
  expect((await signInBy(server, provider.code)).page).toContain('该身份对应多个账号')
})

test('decision 0090 no rule links an administrator or keeps the link of a user who becomes one; administrators link themselves', async () => {
  const provider = await registered({ rules: { link: 'email' } })
  const email = `d${server.given.next()}@example.com`
  const id = await server.given.user({ email })
  await proven(id)
  const roleId = await server.given.role(id, '/organiz/index')
  upstream.become(`s-${id}`, { email, email_verified: true })
  expect((await signInBy(server, provider.code)).page).toContain('管理员账号须自行绑定')
  await server.kernel.db.deleteFrom('userRole').where('roleId', '=', roleId).execute()
  expect((await signInBy(server, provider.code)).entered).toMatchObject({ code: '0' })
  await server.given.role(id, '/organiz/index')
  expect((await signInBy(server, provider.code)).page).toContain('管理员账号须自行绑定')
  const browser = new Browser()
  await linkAs(id, provider.id, browser)
  expect((await signInBy(server, provider.code)).entered).toMatchObject({ code: '0', data: { userId: id } })
})

/** Links an identity as in the personal centre: makes the call, visits the provider and comes back. */
async function linkAs(userId: string, providerId: string, browser: Browser) {
  await browser.signIn(server, userId)
  const { sessionId, token } = await sessionOf(userId, browser)
  const answer = await browser.go(`${server.address}/api/v3/identityLink/begin`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ providerId }),
  })
  const { data } = (await answer.json()) as { data: { address: string } }
  return { sessionId, token, ...(await follow(browser, data.address)) }
}

/** A session whose cookie the browser has, as after a sign-in. */
async function sessionOf(userId: string, browser: Browser) {
  const session = await startSession(server.kernel.db, { userId, loginType: 'password', ip: '127.0.0.1', agent: 'test' })
  browser.keep(`idaas-link=${session.link}; Path=/protocols`)
  return { sessionId: session.id, token: session.token }
}

test('decision 0090 in the personal centre users link an identity after proving theirs, see the link and remove it', async () => {
  const provider = await registered()
  const id = await server.given.user()
  upstream.become(`s-${id}`, { name: '李四' })
  const { url, token } = await linkAs(id, provider.id, new Browser())
  expect(url.pathname + url.search).toBe('/account/settings?tab=bindings')
  const me = server.withToken(token)
  const own = (await me.call(identityLink.own)).find(one => one.providerId === provider.id)!
  expect(own.link).toMatchObject({ name: '李四', origin: 'self' })
  expect((await signInBy(server, provider.code)).entered).toMatchObject({ data: { userId: id } })
  const { records: logged } = {
    records: await server.kernel.db
      .selectFrom('operLog')
      .select(['module', 'operateType', 'target'])
      .where('userId', '=', id)
      .where('operateType', '=', 'link')
      .execute(),
  }
  expect(logged).toEqual([{ module: 'identityLink', operateType: 'link', target: id }])
  await me.call(identityLink.removeOwn, { body: { id: own.link!.id } })
  expect((await signInBy(server, provider.code)).page).toContain('该身份没有对应的账号')
  // Step-up authentication is required if the last authentication is old.
  await server.kernel.db
    .updateTable('session')
    .set({ provenAt: new Date(Date.now() - 3_600_000).toISOString() })
    .where('userId', '=', id)
    .execute()
  await me.refused('stepUpNeeded', identityLink.begin, { body: { providerId: provider.id } })
})

test('decision 0090 an identity belongs to one user, and a user has one identity at each provider', async () => {
  const provider = await registered()
  const [one, other] = [await server.given.user(), await server.given.user()]
  upstream.become(`s-${one}`)
  await linkAs(one, provider.id, new Browser())
  const taken = await linkAs(other, provider.id, new Browser())
  expect(await taken.answer.text()).toContain('该身份已绑定其他账号')
  upstream.become(`t-${one}`)
  const second = await linkAs(one, provider.id, new Browser())
  expect(await second.answer.text()).toContain('您的账号已绑定该提供方的另一个身份')
})

test('decision 0090 linking is refused if the user who began it is signed out, or another user has signed in', async () => {
  const provider = await registered()
  const [one, other] = [await server.given.user(), await server.given.user()]
  upstream.become(`s-${one}`)
  const browser = new Browser()
  const { token } = await sessionOf(one, browser)
  const begun = await browser.go(`${server.address}/api/v3/identityLink/begin`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ providerId: provider.id }),
  })
  const { data } = (await begun.json()) as { data: { address: string } }
  await sessionOf(other, browser)
  const { answer } = await follow(browser, data.address)
  expect(await answer.text()).toContain('请重新登录后再操作')
  expect((await (await server.as(one)).call(identityLink.own)).every(({ link }) => link === null)).toBe(true)
})

test('decision 0090 accounts are created where a rule allows it: in its organisation, by the rules of the directory, without a password', async () => {
  const orgId = await server.given.org()
  const provider = await registered({ orgId, rules: { makes: true } })
  const n = server.given.next()
  upstream.become(`new-${n}`, {
    name: '王新',
    preferred_username: `wang${n}`,
    email: `w${n}@example.com`,
    email_verified: true,
    phone_number: `+86 139${String(n).padStart(8, '4')}`,
    phone_number_verified: true,
  })
  const { entered } = await signInBy(server, provider.code)
  expect(entered).toMatchObject({ code: '0', data: { userName: `wang${n}`, realName: '王新' } })
  const { userId, token } = entered!.data
  expect(await person(userId)).toMatchObject({
    email: `w${n}@example.com`,
    passwordHash: null,
    phoneMask: expect.stringContaining('139') as string,
  })
  const jobs = await server.kernel.db.selectFrom('job').select(['orgId', 'jobType']).where('userId', '=', userId).execute()
  expect(jobs).toEqual([{ orgId, jobType: 1 }])
  // A user without a password is not asked to change it.
  expect((await server.withToken(token).call(self.forcedChange)).hasForceChangePwd).toBe(false)
  const made = await server.kernel.db
    .selectFrom('operLog')
    .select(['operateType', 'target'])
    .where('userId', '=', userId)
    .where('module', '=', 'identityLink')
    .execute()
  expect(made).toEqual([{ operateType: 'makeUser', target: userId }])
  const history = await server.kernel.db
    .selectFrom('dataHistory')
    .select('operateType')
    .where('tableName', '=', 'users')
    .where('recordId', '=', userId)
    .execute()
  expect(history.map(row => row.operateType)).toEqual(['insert'])
  // A user cannot remove their only sign-in method.
  const link = (await server.withToken(token).call(identityLink.own)).find(one => one.link)!.link
  await server.withToken(token).refused('lastWayIn', identityLink.removeOwn, { body: { id: link!.id } })
  expect((await signInBy(server, provider.code)).entered).toMatchObject({ data: { userId } })
})

test('decision 0090 no account is created with a taken name, a missing claim or a foreign e-mail domain', async () => {
  const orgId = await server.given.org()
  const provider = await registered({ orgId, rules: { makes: true, domains: ['corp.example.com'] } })
  const taken = await person(await server.given.user())
  const proof = { email: 'x@corp.example.com', email_verified: true }
  upstream.become('n1', { name: '甲', preferred_username: taken.userName, ...proof })
  const refused = await signInBy(server, provider.code)
  expect([refused.status, refused.page]).toEqual([403, expect.stringContaining('未能创建账号')])
  expect(refused.page).toContain('用户名已存在')
  upstream.become('n2', { preferred_username: 'nobody-yet', ...proof })
  expect((await signInBy(server, provider.code)).page).toContain('身份提供方没有给出属性“name”')
  upstream.become('n3', { name: '丙', preferred_username: 'nobody-yet', email: 'x@corp.example.com.evil.com', email_verified: true })
  expect((await signInBy(server, provider.code)).page).toContain('您的邮箱不在允许创建账号的域名内')
  upstream.become('n4', { name: '丁', preferred_username: 'nobody-yet', email: 'x@corp.example.com' })
  expect((await signInBy(server, provider.code)).page).toContain('身份提供方未证明您的邮箱已验证')
  upstream.become('n5', { name: '戊', preferred_username: '<b>', ...proof })
  expect((await signInBy(server, provider.code)).page).toContain('未能创建账号')
  const links = await server.kernel.db.selectFrom('identityLink').select('id').where('providerId', '=', provider.id).execute()
  expect(links).toEqual([])
})

test('decision 0090 ten concurrent first sign-ins of one identity create one account', async () => {
  const orgId = await server.given.org()
  const provider = await registered({ orgId, rules: { makes: true } })
  const n = server.given.next()
  upstream.become(`many-${n}`, { name: '同时', preferred_username: `many${n}` })
  const entered = await Promise.all(Array.from({ length: 10 }, () => signInBy(server, provider.code)))
  expect(new Set(entered.map(one => one.entered?.data.userId)).size).toBe(1)
})

test('decision 0090 a deleted user is not created anew; a disabled or expired one is refused as by every other method', async () => {
  const orgId = await server.given.org()
  const provider = await registered({ orgId, rules: { makes: true } })
  const n = server.given.next()
  upstream.become(`gone-${n}`, { name: '去也', preferred_username: `gone${n}` })
  const { userId } = (await signInBy(server, provider.code)).entered!.data
  const set = (parts: object) => server.kernel.db.updateTable('users').set(parts).where('id', '=', userId).execute()
  await set({ status: 0 })
  expect((await signInBy(server, provider.code)).entered).toMatchObject({ code: '10007', data: { reason: 'disabled' } })
  await set({ status: 1, validEndTime: '2020-01-01 00:00:00' })
  expect((await signInBy(server, provider.code)).entered).toMatchObject({ code: '10007', data: { reason: 'expired' } })
  await set({ validEndTime: null, deletedAt: '2026-01-01 00:00:00' })
  expect((await signInBy(server, provider.code)).page).toContain('该账号已被删除')
})

test('decision 0090 employee numbers and names link users only where the administrator declares the provider authoritative', async () => {
  const number = `E${server.given.next()}`
  const id = await server.given.user({ employeeNumber: number })
  const draft = { rules: { link: 'employeeNumber', linkClaim: 'employee_number' } } as const
  await expect(registered({ rules: { ...draft.rules, isAuthoritative: false } })).rejects.toThrow()
  const provider = await registered({ rules: { ...draft.rules, isAuthoritative: true } })
  upstream.become(`e-${id}`, { employee_number: number })
  expect((await signInBy(server, provider.code)).entered).toMatchObject({ data: { userId: id } })
})

test('decision 0090 a user with a second factor is asked for it, as after a scan', async () => {
  const provider = await registered()
  const id = await server.given.user()
  upstream.become(`f-${id}`)
  await linkAs(id, provider.id, new Browser())
  const given = factorsIn(server)
  const bound = await given.bindTotp(await server.as(id))
  const { entered } = await signInBy(server, provider.code)
  expect(entered).toMatchObject({ code: '3010', data: { userId: id, factors: ['totp', 'recoveryCode'] } })
  const done = await given.second(String(entered!.data.pending), { kind: 'totp', code: bound.code() })
  expect(done).toMatchObject({ code: '0', data: { id } })
})

test('decision 0090 the sign-in page lists enabled providers that are shown; a disabled provider signs nobody in', async () => {
  const provider = await registered({ name: '企业门户' })
  const shown = async () => (await server.nobody.call(config.public)).identityProviders
  expect(await shown()).toContainEqual({ code: provider.code, name: '企业门户' })
  const id = await server.given.user()
  upstream.become(`g-${id}`)
  await linkAs(id, provider.id, new Browser())
  // The provider is disabled after the callback, but before the console redeems the code.
  const browser = new Browser()
  const { url } = await follow(browser, startOf(server, provider.code))
  await server.admin.call(identityProvider.setStatus, { query: { status: 0 }, body: { ids: [provider.id] } })
  expect((await exchangeCode(server, browser, url)).data).toBeNull()
  expect((await shown()).map(({ code }) => code)).not.toContain(provider.code)
  expect((await signInBy(server, provider.code)).page).toContain('该登录方式不存在或已停用')
  await (await server.as(id)).refused('identityProviderMissing', identityLink.begin, { body: { providerId: provider.id } })
  // The link stays and is still shown.
  expect((await (await server.as(id)).call(identityLink.own)).find(one => one.providerId === provider.id)).toMatchObject({
    isOpen: false,
    link: { name: expect.any(String) as string },
  })
})

test('decision 0090 the code is valid once, and only in the browser that began the sign-in', async () => {
  const provider = await registered()
  const id = await server.given.user()
  upstream.become(`h-${id}`)
  await linkAs(id, provider.id, new Browser())
  const browser = new Browser()
  const { url } = await follow(browser, startOf(server, provider.code))
  expect((await exchangeCode(server, new Browser(), url)).data).toBeNull()
  const again = await follow(browser, startOf(server, provider.code))
  expect(await exchangeCode(server, browser, again.url)).toMatchObject({ code: '0' })
  expect((await exchangeCode(server, browser, again.url)).data).toBeNull()
})
