import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountDevices } from '@hufu/contract/sign-in/account-devices'
import { accountSessions } from '@hufu/contract/sign-in/account-sessions'
import { online } from '@hufu/contract/audit/online'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { factor } from '@hufu/contract/credentials/factor'
import { ticket } from '@hufu/contract/sign-in/ticket'
import { totp } from '@hufu/contract/credentials/totp'
import { factorsIn } from '../../../../test/factors.ts'
import { PASSWORD } from '../../../../test/given.ts'
import { startTestServer, type Answered, type TestServer, type Subject } from '../../../../test/harness.ts'
import { application, Browser, request, signInTo } from '../../../../test/oidc.ts'
import { sealed } from '../../../../test/secrets.ts'

let server: TestServer
let given: ReturnType<typeof factorsIn>
beforeAll(async () => {
  server = await startTestServer()
  given = factorsIn(server)
  await given.set({ captchaMode: '0' })
})
afterAll(() => server.close())

interface Session {
  id: string
  token: string
  link: string
}
const readSession = async ({ envelope, headers }: Answered): Promise<Session> => {
  const { token } = envelope.data as { token: string }
  const sessions = await server.withToken(token).call(accountSessions.list)
  const link = headers.getSetCookie().find(line => line.startsWith('idaas-link=') && line.includes('Path=/protocols'))!
  return { id: sessions.find(({ isThis }) => isThis)!.id, token, link }
}
const byPassword = async (userName: string) =>
  readSession(await server.nobody.send(signIn.login, { body: { loginName: userName, pwd: await sealed(server, PASSWORD) } }))
const byCode = async (from: Subject) =>
  readSession(await server.nobody.send(ticket.loginByCode, { query: { code: (await from.call(ticket.createCode)).code } }))
const browserOf = ({ link }: Session) => {
  const browser = new Browser()
  browser.keep(link)
  return browser
}
/** Shifts all proofs of identity of this user into the past by the given time. */
const age = (userId: string, by: string) =>
  server.kernel.pool.query(
    'update session set proven_at = proven_at - $2::interval, auth_time = auth_time - $2::interval where user_id = $1',
    [userId, by],
  )
const rowOf = async (id: string) =>
  (await server.kernel.pool.query<{ ended_by: string | null; expires_at: string; auth_time: string | null }>(
    'select ended_by, expires_at::text as expires_at, auth_time::text as auth_time from session where id = $1',
    [id],
  )).rows[0]! // prettier-ignore
const deviceOf = (answer: Answered) =>
  answer.headers
    .getSetCookie()
    .find(line => line.startsWith('idaas-remember-pwd='))!
    .split(';')[0]!
const comeBack = (cookie: string) => server.nobody.send(signIn.loginRemembered, { headers: { cookie } })

test('N-04 a session made by a code inherits the end and the auth_time of the session that made the code', async () => {
  const { id, userName } = await given.someone()
  const parent = await byPassword(userName)
  await server.kernel.pool.query(`update session set expires_at = now() + interval '5 minutes' where id = $1`, [parent.id])
  await age(id, '1 hour')
  const child = await byCode(server.withToken(parent.token))
  const grandchild = await byCode(server.withToken(child.token))
  const { expires_at, auth_time } = await rowOf(parent.id)
  expect(auth_time).not.toBeNull()
  for (const one of [child, grandchild]) expect(await rowOf(one.id)).toEqual({ ended_by: null, expires_at, auth_time })
})

test('N-04 whatever ends a session ends the sessions derived from it, in the same way', async () => {
  const family = async () => {
    const { id, userName } = await given.someone()
    const parent = await byPassword(userName)
    const child = await byCode(server.withToken(parent.token))
    return { id, userName, parent, child, grandchild: await byCode(server.withToken(child.token)) }
  }
  const left = await family()
  await server.withToken(left.parent.token).call(signIn.logout)
  for (const one of [left.child, left.grandchild]) await server.withToken(one.token).refused('signInAgain', self.isAdmin)
  const kicked = await family()
  await server.admin.call(online.kick, { body: { ids: [kicked.parent.id] } })
  for (const one of [kicked.child, kicked.grandchild]) await server.withToken(one.token).refused('forcedOut', self.isAdmin)
  const changed = await family()
  const body = { userId: changed.id, oldPassword: await sealed(server, PASSWORD), password: await sealed(server, 'Another#2026x') }
  await server.withToken(changed.grandchild.token).call(self.changePassword, { body })
  for (const one of [changed.parent, changed.child]) await server.withToken(one.token).refused('forcedOut', self.isAdmin)
  const ended = await family()
  await server.withToken(ended.child.token).call(signIn.logout)
  await server.withToken(ended.grandchild.token).refused('signInAgain', self.isAdmin)
  expect(await server.withToken(ended.parent.token).call(self.isAdmin)).toBe(false)
})

test('N-04 a code is invalid once the session it was made in has ended', async () => {
  const { userName } = await given.someone()
  const parent = server.withToken((await byPassword(userName)).token)
  const { code } = await parent.call(ticket.createCode)
  await parent.call(signIn.logout)
  await server.nobody.refused('ticketInvalid', ticket.loginByCode, { query: { code } })
})

test('N-04 prompt=login and max_age are not met by a code of an old session, and auth_time stays the old one', async () => {
  const { id, userName } = await given.someone()
  const app = await application(server, id)
  const parent = await byPassword(userName)
  await age(id, '1 hour')
  const loginPage = await browserOf(parent).follow(server, (await request(app.config, { prompt: 'login' })).url)
  expect(loginPage.url.pathname).toBe('/login')
  const browser = browserOf(parent)
  for (const wants of [{ prompt: 'login' }, { max_age: '60' }] as Record<string, string>[]) {
    const { url } = await browser.follow(server, (await request(app.config, wants)).url)
    expect(url.pathname).toBe('/login')
    browser.keep((await byCode(server.withToken(parent.token))).link)
    const back = await browser.follow(server, server.address + url.searchParams.get('uri')!)
    expect(back.url.pathname).toBe('/login')
    browser.keep((await byPassword(userName)).link)
    expect((await browser.follow(server, server.address + url.searchParams.get('uri')!)).url.searchParams.get('code')).toBeTruthy()
    browser.keep(parent.link)
  }
  const { tokens } = await signInTo(server, browserOf(await byCode(server.withToken(parent.token))), app.config)
  expect(tokens.claims()!.auth_time).toBeLessThan(Date.now() / 1000 - 3000)
})

test('N-04 a step-up in the same session meets prompt=login', async () => {
  const { id, userName } = await given.someone()
  const app = await application(server, id)
  const parent = await byPassword(userName)
  await age(id, '1 hour')
  const browser = browserOf(parent)
  const { url } = await browser.follow(server, (await request(app.config, { prompt: 'login' })).url)
  await server.withToken(parent.token).call(factor.stepUp, { body: { kind: 'password', secret: await sealed(server, PASSWORD) } })
  expect((await browser.follow(server, server.address + url.searchParams.get('uri')!)).url.searchParams.get('code')).toBeTruthy()
})

test('N-04 CAS renew is not met by a code or a remembered device', async () => {
  const { id, userName } = await given.someone()
  const service = `https://cas.example.com/${id}/`
  await server.given.grant({
    subjectType: 'user',
    subjectId: id,
    appId: await server.given.app({ protocol: 'cas', redirectUris: [service] }),
  })
  const parent = await byPassword(userName)
  const device = deviceOf(await server.withToken(parent.token).send(signIn.rememberDevice))
  await age(id, '1 hour')
  const browser = browserOf(parent)
  const ask = () => browser.follow(server, `${server.address}/protocols/cas/login?renew=true&service=${encodeURIComponent(service)}`)
  const goOn = async (url: URL) => (await browser.follow(server, server.address + url.searchParams.get('uri')!)).url
  const { url: first } = await ask()
  browser.keep((await byCode(server.withToken(parent.token))).link)
  expect((await goOn(first)).pathname).toBe('/login')
  const { url: second } = await ask()
  browser.keep((await readSession(await comeBack(device))).link)
  expect((await goOn(second)).pathname).toBe('/login')
  const { url: third } = await ask()
  browser.keep((await byPassword(userName)).link)
  expect((await goOn(third)).searchParams.get('ticket')).toBeTruthy()
})

test('N-04 a device is remembered only after a proof of identity in this session', async () => {
  const { id, userName } = await given.someone()
  const parent = await byPassword(userName)
  const child = server.withToken((await byCode(server.withToken(parent.token))).token)
  await child.refused('stepUpNeeded', signIn.rememberDevice)
  await age(id, '11 minutes')
  await server.withToken(parent.token).refused('stepUpNeeded', signIn.rememberDevice)
  await child.call(factor.stepUp, { body: { kind: 'password', secret: await sealed(server, PASSWORD) } })
  const back = await readSession(await comeBack(deviceOf(await child.send(signIn.rememberDevice))))
  await server.withToken(back.token).refused('stepUpNeeded', signIn.rememberDevice)
})

test('N-04 a sign-in by a remembered device keeps the auth_time of its proof, and is no proof for a step-up', async () => {
  const { id, userName } = await given.someone()
  const parent = await byPassword(userName)
  const device = deviceOf(await server.withToken(parent.token).send(signIn.rememberDevice))
  const { auth_time } = await rowOf(parent.id)
  const first = await comeBack(device)
  const back = await readSession(first)
  expect((await rowOf(back.id)).auth_time).toBe(auth_time)
  await server.withToken(back.token).refused('stepUpNeeded', totp.begin)
  await server.kernel.pool.query(`update remembered_device set begin_time = now() - interval '29 days 23 hours' where user_id = $1`, [id])
  await comeBack(deviceOf(first))
  const { rows } = await server.kernel.pool.query<{ rest: boolean }>(
    `select expires_at < now() + interval '61 minutes' as rest from remembered_device where user_id = $1 and not used`,
    [id],
  )
  expect(rows).toEqual([{ rest: true }])
})

test('N-04 remembered devices are listed with this one marked, and each can be removed', async () => {
  const { userName } = await given.someone()
  const [one, two] = [await byPassword(userName), await byPassword(userName)]
  const agent = {
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  }
  const devices = await Promise.all([one, two].map(({ token }) => server.withToken(token).send(signIn.rememberDevice, { headers: agent })))
  const me = server.withToken(one.token)
  const listed = await me.call(accountDevices.list)
  expect(listed.map(({ isThis, browser, os }) => ({ isThis, browser: browser.split(' ')[0], os })).toSorted((a, b) => Number(b.isThis) - Number(a.isThis))).toEqual([
    { isThis: true, browser: 'Chrome', os: 'Windows 10' }, { isThis: false, browser: 'Chrome', os: 'Windows 10' },
  ]) // prettier-ignore
  expect(JSON.stringify(listed)).not.toContain(deviceOf(devices[0]!).split('=')[1]!)
  const stranger = await server.as(await server.given.user())
  const theirs = listed.find(({ isThis }) => !isThis)!
  await stranger.refused('deviceMissing', accountDevices.forget, { body: { id: theirs.id } })
  await me.call(accountDevices.forget, { body: { id: theirs.id } })
  expect((await comeBack(deviceOf(devices[1]!))).envelope.code).toBe('10002')
  expect((await comeBack(deviceOf(devices[0]!))).envelope.code).toBe('0')
})

test('N-04 a remembered device ends at logout, forget, end of other sessions, kick and password change', async () => {
  const remembered = async () => {
    const { id, userName } = await given.someone()
    const session = await byPassword(userName)
    const me = server.withToken(session.token)
    return { id, userName, session, me, device: deviceOf(await me.send(signIn.rememberDevice)) }
  }
  const isOver = async (device: string) => expect((await comeBack(device)).envelope.code).toBe('10002')
  const left = await remembered()
  await left.me.call(signIn.logout)
  await isOver(left.device)
  const forgotten = await remembered()
  await server.nobody.call(signIn.forgetDevice, { headers: { cookie: forgotten.device } })
  await isOver(forgotten.device)
  const other = await remembered()
  await server.withToken((await byPassword(other.userName)).token).call(accountSessions.endOthers)
  await isOver(other.device)
  const one = await remembered()
  await server.withToken((await byPassword(one.userName)).token).call(accountSessions.end, { body: { id: one.session.id } })
  await isOver(one.device)
  const kicked = await remembered()
  await server.admin.call(online.kick, { body: { ids: [kicked.session.id] } })
  await isOver(kicked.device)
  const changed = await remembered()
  const body = { userId: changed.id, oldPassword: await sealed(server, PASSWORD), password: await sealed(server, 'Another#2026x') }
  await changed.me.call(self.changePassword, { body })
  await isOver(changed.device)
})

test('N-04 a remembered device ends with the session it was last used for', async () => {
  const { userName } = await given.someone()
  const first = await byPassword(userName)
  const answer = await comeBack(deviceOf(await server.withToken(first.token).send(signIn.rememberDevice)))
  const second = await readSession(answer)
  await server.withToken(first.token).call(signIn.logout)
  const third = await comeBack(deviceOf(answer))
  expect(third.envelope.code).toBe('0')
  await server.withToken(second.token).call(signIn.logout)
  const fourth = await comeBack(deviceOf(third))
  expect(fourth.envelope.code).toBe('0')
  await server.withToken((await readSession(fourth)).token).call(signIn.logout)
  expect((await comeBack(deviceOf(fourth))).envelope.code).toBe('10002')
})

test('N-12 the owner of a ticket or code can be looked up without using it up', async () => {
  const { id, userName } = await given.someone()
  const { code } = await (await server.as(id)).call(ticket.createCode)
  for (let n = 0; n < 2; n++)
    expect(await server.nobody.call(ticket.owner, { query: { code, ticket: 'x' } })).toMatchObject({ userId: id, userName })
  await server.nobody.refused('ticketInvalid', ticket.owner, { query: { ticket: code } })
  await server.nobody.refused('ticketInvalid', ticket.owner)
  expect((await server.nobody.send(ticket.loginByCode, { query: { code } })).envelope.code).toBe('0')
  await server.nobody.refused('ticketInvalid', ticket.owner, { query: { code } })
})

test('N-04 where one session per account is allowed, a code replaces the session it was made in', async () => {
  await given.set({ maxSessions: '1' })
  const { userName } = await given.someone()
  const parent = await byPassword(userName)
  const child = await byCode(server.withToken(parent.token))
  server.kernel.sessions.forget()
  await server.withToken(parent.token).refused('forcedOut', self.isAdmin)
  expect(await server.withToken(child.token).call(self.isAdmin)).toBe(false)
  await given.set({ maxSessions: '0' })
})
